import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getEnvFileOutcome } from "../../packages/cli/src/env-file.ts";
import { providers } from "../../packages/runtime/src/models/registry/index.ts";
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

const ASK = ["-d", "openai/gpt-4o*2", "-r", "0", "--retries", "0", "--timeout", "5s", "Capital?"];

test(".env can't say where prompts and keys go until it is trusted with exactly that", async () => {
  using home = newHome();
  const server = await openAiServer(() => answers);
  const sent = (): (string | undefined)[] =>
    server.received.splice(0).map(({ headers }) => headers.authorization);
  try {
    const write = (key: string, url: string): void =>
      writeFileSync(home.file(".env"), `OPENAI_BASE_URL=${url}\nOPENAI_API_KEY=${key}\n`);
    write("from-file", server.url);
    const refused = await rostrum(home, ASK);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("OPENAI_BASE_URL in ");
    expect(refused.stderr).toContain('run "rostrum trust" there');
    await rostrum(home, ASK, { env: { OPENAI_API_KEY: "mine" } });
    expect((await rostrum(home, ["doctor"])).stdout).toContain("OpenAI: OPENAI_BASE_URL in ");
    expect(sent()).toEqual([]);

    await rostrum(home, ["--trust", ...ASK]);
    expect(sent()).toEqual(["Bearer from-file", "Bearer from-file"]);
    await rostrum(home, ASK);
    expect(sent()).toEqual([]);

    await rostrum(home, ["trust"]);
    write("other-key", server.url);
    await rostrum(home, ASK);
    expect(sent()).toEqual(["Bearer other-key", "Bearer other-key"]);
    write("other-key", `${server.url}/elsewhere`);
    await rostrum(home, ASK);
    expect(sent()).toEqual([]);
  } finally {
    await server.close();
  }
});

/** By the providers' own lists, so that a provider that is added is covered. */
const ADDRESSES = Object.values(providers).flatMap(({ addresses = [] }) => addresses);

test.each(ADDRESSES)("%s in .env redirects nothing, whatever asks for models", async (name) => {
  using home = newHome();
  const server = await openAiServer(() => answers);
  try {
    const keys = Object.values(providers).flatMap((provider) => provider.keys);
    const set = keys.map((key) => `${key}=from-file\n`).join("");
    writeFileSync(home.file(".env"), `${name}=${server.url}\n${set}`);
    const [provider] = Object.entries(providers).find(([, { addresses }]) =>
      addresses?.includes(name),
    ) ?? [""];
    const { code } = await rostrum(home, ["-d", `${provider}/gpt-4o*2`, "--retries", "0", "Why?"]);
    expect(code).toBe(1);
    if (name !== "AZURE_RESOURCE_NAME") expect(server.received).toEqual([]);
  } finally {
    await server.close();
  }
});

test("the providers read where they are through the one function that knows what was refused", () => {
  const folder = new URL("../../packages/runtime/src/models/registry/", import.meta.url);
  const readers = readdirSync(folder).filter(
    (name) =>
      !name.endsWith(".test.ts") &&
      readFileSync(new URL(name, folder), "utf8").includes("environmentVariables()"),
  );
  // The proxy is never taken from the file, so nothing about it can be refused. Variables are only listed by name.
  expect(readers).toEqual(["address-variables.ts", "keys.ts", "provider-fetch.ts", "variables.ts"]);
  const named = readdirSync(folder)
    .filter((name) => !name.endsWith(".test.ts"))
    .flatMap((name) => [
      ...readFileSync(new URL(name, folder), "utf8").matchAll(
        /(?:readAddressVariable|readHome)\("(\w+)"\)/g,
      ),
    ])
    .map(([, variable]) => variable);
  expect(new Set(named)).toEqual(new Set(ADDRESSES));
});

test("in CI, and where an agent starts us, keys of the folder are not used without --trust", async () => {
  using home = newHome();
  writeFileSync(home.file(".env"), "OPENAI_API_KEY=of-a-stranger\n");
  const inCi = await rostrum(home, ASK, { env: { CI: "true" } });
  expect(inCi.code).toBe(1);
  expect(inCi.stderr).toContain("Missing API key: OPENAI_API_KEY");
  const { stdout } = await rostrum(home, ["doctor"], { env: { CI: "true" } });
  expect(stdout).toContain("in CI it is read with --trust only");
  await rostrum(home, ["mcp"]);
  expect(getEnvFileOutcome().loaded).toEqual([]);
  await rostrum(home, ["mcp", "--trust"]);
  expect(getEnvFileOutcome().loaded).toEqual(["OPENAI_API_KEY"]);
});

test("a .env elsewhere, or one that is a folder, is not read", async () => {
  using home = newHome();
  mkdirSync(home.file(".env"));
  const { code, stderr } = await rostrum(home, ["-d", "openai/gpt-4o*2", "Capital of France?"]);
  expect(code).toBe(1);
  expect(stderr).toContain("Missing API key: OPENAI_API_KEY");
});
