import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const answers = { reply: "Answer: Paris\nConfidence: 0.9" };

test(".env in the current folder gives keys, which doctor tells without showing them", async () => {
  using home = newHome();
  const server = await openAiServer(() => answers);
  try {
    const port = new URL(server.url).port;
    writeFileSync(
      home.file(".env"),
      `# keys\nexport ROSTRUM_KEY_127_0_0_1_${port}="secret-1"\nNODE_TLS_REJECT_UNAUTHORIZED=0\n`,
    );
    const args = ["-d", `compat:tiny@${server.url}*2`, "-r", "0", "Capital?"];
    expect(await rostrum(home, args)).toMatchObject({ code: 0, stdout: "Paris\n" });
    expect(server.received[0]?.headers.authorization).toBe("Bearer secret-1");

    const set = { [`ROSTRUM_KEY_127_0_0_1_${port}`]: "secret-2" };
    await rostrum(home, args, { env: set });
    expect(server.received.at(-1)?.headers.authorization).toBe("Bearer secret-2");

    const { stdout } = await rostrum(home, ["doctor"]);
    expect(stdout).toContain(`.env: sets ROSTRUM_KEY_127_0_0_1_${port}`);
    expect(stdout).not.toContain("secret");
    expect(stdout).not.toContain("NODE_TLS");
  } finally {
    await server.close();
  }
});

test(".env can't move a provider whose key comes from elsewhere to another address", async () => {
  using home = newHome();
  const server = await openAiServer(() => answers);
  try {
    writeFileSync(home.file(".env"), `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=from-file\n`);
    const args = [
      "-d",
      "openai/gpt-4o*2",
      "-r",
      "0",
      "--retries",
      "0",
      "--timeout",
      "5s",
      "Capital?",
    ];
    await rostrum(home, args);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer from-file",
      "Bearer from-file",
    ]);
    const { stdout } = await rostrum(home, ["doctor"], { env: { OPENAI_API_KEY: "mine" } });
    expect(stdout).toContain("sets nothing");
    expect(server.received).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test("a .env elsewhere, or one that is a folder, is not read", async () => {
  using home = newHome();
  mkdirSync(home.file(".env"));
  const { code, stderr } = await rostrum(home, ["-d", "openai/gpt-4o*2", "Capital of France?"]);
  expect(code).toBe(1);
  expect(stderr).toContain("set OPENAI_API_KEY to your OpenAI key");
});
