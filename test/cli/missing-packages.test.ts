import { expect, test } from "vitest";
import { newHome } from "./support/home.ts";
import { startProcess } from "./support/process.ts";

/** Hides a package from a process. */
const without = (name: string): string[] => {
  const hook = `resolve: (id, context, next) => next(id === "${name}" ? "no-such-package" : id, context)`;
  const script = `import { registerHooks } from "node:module"; registerHooks({ ${hook} });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
};

test.each([
  ["anthropic/x", "@ai-sdk/anthropic", "ANTHROPIC_API_KEY"],
  ["openai/x", "@ai-sdk/openai", "OPENAI_API_KEY"],
  ["google/x", "@ai-sdk/google", "GEMINI_API_KEY"],
])("%s without its package says what to install", async (id, name, key) => {
  using home = newHome();
  const { code, stdout, stderr } = await startProcess(
    home,
    ["-d", `${id}*2`, "--retries", "0", "Why?"],
    { env: { [key]: "k" }, node: without(name) },
  ).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`Missing package: ${name} (for ${id}).\n  Run: npm install ${name}`);
});
