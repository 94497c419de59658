import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Debate } from "../../packages/rostrum/src/index.ts";
import { findLocalServers } from "../../packages/cli/src/discovery/local-servers.ts";
import { wireServer, type WireReply, type WireServer } from "../support/wire.ts";

const KEYS = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "OPENROUTER_API_KEY",
  "ROSTRUM_KEY_LOCALHOST",
  "ROSTRUM_KEY_127_0_0_1_1",
  "ROSTRUM_KEY_127__0__0__1",
];

beforeEach(() => {
  for (const name of KEYS) vi.stubEnv(name, `secret-${name}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const CHAT: WireReply = {
  body: {
    id: "1",
    created: 1,
    model: "x",
    choices: [
      { index: 0, message: { role: "assistant", content: "Answer: 4" }, finish_reason: "stop" },
    ],
  },
};

/** The first request asks for models, as the discovery does; the others chat. */
const server = (): Promise<WireServer> =>
  wireServer(({ path }) => (path.endsWith("/models") ? { body: { data: [{ id: "x" }] } } : CHAT));

async function ask(id: string): Promise<unknown> {
  const { answer } = await new Debate({ debaters: `${id}*2`, rounds: 0 }).run("q");
  return answer;
}

describe("with every key there is in the environment", () => {
  test("a server given by address gets none", async () => {
    await using home = await server();
    expect(await ask(`compat:x@${home.url}/v1`)).toBe("4");
    for (const { bytes } of home.received) expect(bytes).not.toContain("secret-");
  });

  test("Ollama gets none, neither when it is looked for nor when it is asked", async () => {
    await using home = await server();
    vi.stubEnv("OLLAMA_HOST", home.host);
    const found = await findLocalServers();
    expect(found).toContainEqual({ name: "Ollama", url: `${home.url}/v1`, models: ["ollama/x"] });
    expect(await ask("ollama/x")).toBe("4");
    expect(home.received.map(({ path }) => path)).toEqual([
      "/v1/models",
      "/v1/chat/completions",
      "/v1/chat/completions",
    ]);
    for (const { bytes } of home.received) expect(bytes).not.toContain("secret-");
  });

  test("a server given by address gets the one that is named after it, alone", async () => {
    await using home = await server();
    vi.stubEnv(`ROSTRUM_KEY_${home.host.replaceAll(/[.:]/g, "_")}`, "its-own");
    await ask(`compat:x@${home.url}/v1`);
    for (const { headers, bytes } of home.received) {
      expect(headers.authorization).toBe("Bearer its-own");
      expect(bytes).not.toContain("secret-");
    }
  });
});

describe("a redirect takes neither key nor prompt to another address", () => {
  const redirect = (to: WireServer): WireReply => ({
    status: 307,
    headers: { location: `${to.url}/elsewhere?with=query` },
    body: {},
  });
  const refused = (home: WireServer, away: WireServer): object => ({
    name: "PanelFailedError",
    partial: {
      usage: { calls: 2 },
      integrity: {
        dropped: [0, 1].map(() => ({
          error: expect.stringContaining(
            `${home.url} redirects to ${away.url}/elsewhere, and keys`,
          ),
        })),
      },
    },
  });

  test.each([
    ["anthropic/claude-haiku-4-5", "ANTHROPIC_BASE_URL"],
    ["openai/gpt-5-mini", "OPENAI_BASE_URL"],
    ["ollama/x", "OLLAMA_HOST"],
  ])("%s", async (id, variable) => {
    await using away = await server();
    await using home = await wireServer(() => redirect(away));
    vi.stubEnv(variable, home.url);
    await expect(ask(id)).rejects.toMatchObject(refused(home, away));
    expect(home.received).toHaveLength(2);
    expect(away.received).toEqual([]);
  });

  test("google/…", async () => {
    await using away = await server();
    await using home = await wireServer(() => redirect(away));
    const real = fetch;
    vi.stubGlobal("fetch", (_input: string, init: RequestInit) => real(home.url, init));
    await expect(ask("google/gemini-2.5-flash")).rejects.toMatchObject({
      name: "PanelFailedError",
    });
    expect(home.received.map(({ headers }) => headers["x-goog-api-key"])).toEqual([
      "secret-GOOGLE_GENERATIVE_AI_API_KEY",
      "secret-GOOGLE_GENERATIVE_AI_API_KEY",
    ]);
    expect(away.received).toEqual([]);
  });

  test("compat:…, streaming too", async () => {
    await using away = await server();
    await using home = await wireServer(() => redirect(away));
    vi.stubEnv(`ROSTRUM_KEY_${home.host.replaceAll(/[.:]/g, "_")}`, "its-own");
    const id = `compat:x@${home.url}`;
    await expect(ask(id)).rejects.toMatchObject(refused(home, away));
    const streaming = new Debate({ debaters: `${id}*2`, rounds: 0 }).stream("q");
    await expect(streaming.result).rejects.toMatchObject(refused(home, away));
    expect(away.received).toEqual([]);
  });

  test("a redirect on the discovery is not followed either", async () => {
    await using away = await server();
    await using home = await wireServer(() => redirect(away));
    vi.stubEnv("OLLAMA_HOST", home.host);
    expect((await findLocalServers()).filter(({ name }) => name === "Ollama")).toEqual([]);
    expect(away.received).toEqual([]);
  });
});
