import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ModelFunction } from "rostrum";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/root.ts";
import { listening } from "./support/socket.ts";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Looks at the answer that it is shown, as a judge would. */
const judge: ModelFunction = ({ messages }) => {
  const shown = messages.map(({ content }) => content).join("\n");
  return JSON.stringify({ verdict: /"answer": "Paris/.test(shown) ? "correct" : "incorrect" });
};

const PROGRAM = `
import asyncio, json, types
import inspect_jury
score = inspect_jury.jury("jury")
def judge(answer):
    state = types.SimpleNamespace(input_text="Capital of France?", output=types.SimpleNamespace(completion=answer))
    return asyncio.run(score(state, types.SimpleNamespace(text="Paris")))
print(json.dumps([vars(judge(answer)) for answer in ["Paris", "Lyon"]]))
`;

test("the scorer for Inspect asks a panel over HTTP", async ({ skip }) => {
  if (!hasPython) return skip("there is no python3 here");
  const { url } = await listening({ panels: { jury: { debaters: [judge, judge, judge] } } });
  const stand = fileURLToPath(new URL("./support", import.meta.url));
  const { stdout } = await run("python3", ["-B", "-c", PROGRAM], {
    env: {
      PATH: process.env["PATH"],
      PYTHONPATH: `${join(ROOT, "examples/clients")}:${stand}`,
      ROSTRUM_URL: url,
    },
  });
  expect(JSON.parse(stdout)).toMatchObject([
    { value: "C", answer: "Paris", metadata: { agreement: 1, degraded: false } },
    { value: "I", answer: "Lyon" },
  ]);
});
