import { afterEach, describe, expect, test, vi } from "vitest";
import { Debate } from "../../packages/rostrum/src/index.ts";
import { compatibleHosts } from "../../packages/runtime/src/models/registry/compatible-hosts.ts";
import { wireServer } from "../support/wire.ts";

const hosts = Object.entries(compatibleHosts);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function setAllKeys(): void {
  vi.stubEnv("AZURE_RESOURCE_NAME", "acme");
  vi.stubEnv("AZURE_OPENAI_ENDPOINT", "");
  for (const [name, { keys }] of hosts) {
    for (const key of keys) vi.stubEnv(key, "");
    vi.stubEnv(keys[0] ?? "", `key-of-${name}`);
  }
}

/** Requests to a host's own address are led to the test's server; any other address fails the test. */
function lead(home: string, url: string): void {
  const real = fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    expect(address).toBe(`${home}/chat/completions`);
    return real(`${url}/chat`, init);
  });
}

describe("hosts that speak OpenAI's protocol", () => {
  test.each(hosts)("%s is reached at its own address with its own key only", async (name, host) => {
    setAllKeys();
    await using server = await wireServer(() => ({
      body: {
        id: "1",
        created: 1,
        model: "m",
        choices: [
          { index: 0, message: { role: "assistant", content: "Answer: 4" }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    }));
    const home = host.baseUrl();
    expect(home).toMatch(/^https:\/\/[^/]+\/.*[^/]$/);
    lead(home, server.url);
    const { answer } = await new Debate({ debaters: `${name}/some/model*2`, rounds: 0 }).run("q");
    expect(answer).toBe("4");
    for (const { headers, body, bytes } of server.received) {
      expect(headers.authorization).toBe(`Bearer key-of-${name}`);
      expect(new Set(bytes.match(/key-of-\w+/g))).toEqual(new Set([`key-of-${name}`]));
      expect(body).toMatchObject({ model: "some/model" });
    }
  });

  test("Mistral and Azure get fields by the names they know", async () => {
    setAllKeys();
    await using server = await wireServer(() => ({ status: 400, body: {} }));
    const ask = async (id: string, home: string): Promise<Record<string, unknown>> => {
      lead(home, server.url);
      const run = new Debate({ debaters: `${id}*2`, rounds: 0 }).run("q");
      await expect(run).rejects.toMatchObject({ name: "PanelFailedError" });
      vi.unstubAllGlobals();
      return server.received.at(-1)?.body ?? {};
    };
    const mistral = await ask("mistral/m", "https://api.mistral.ai/v1");
    expect(mistral).toHaveProperty("random_seed");
    expect(mistral).not.toHaveProperty("seed");
    const azure = await ask("azure/m", "https://acme.openai.azure.com/openai/v1");
    expect(azure).toMatchObject({ max_completion_tokens: 2048 });
    expect(azure).not.toHaveProperty("max_tokens");
  });

  test.each(hosts)("%s without a key says which variable to set", async (name, { keys }) => {
    for (const key of keys) vi.stubEnv(key, "");
    vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody is to be called")));
    const run = new Debate({ debaters: `${name}/m*2` }).run("q");
    await expect(run).rejects.toThrow(`Missing API key: ${keys.join(" or ")} (for ${name}/m)`);
  });

  test("Azure without an address says how to give one", async () => {
    setAllKeys();
    vi.stubEnv("AZURE_RESOURCE_NAME", "");
    const run = new Debate({ debaters: "azure/m*2" }).run("q");
    await expect(run).rejects.toThrow("set AZURE_RESOURCE_NAME");
    vi.stubEnv("AZURE_OPENAI_ENDPOINT", "https://acme.openai.azure.com/openai/v1/");
    expect(compatibleHosts["azure"]?.baseUrl()).toBe("https://acme.openai.azure.com/openai/v1");
  });

  test.each(["bedrock/x", "vertex/x", "cohere/x"])("%s points to the other ways", (id) => {
    expect(() => new Debate({ debaters: `${id}*2` })).toThrow(
      /unknown provider .*Known providers: .*openrouter.*compat:<model>@<url>/s,
    );
  });

  test.each([
    ["gpt-4o", "openai/gpt-4o"],
    ["o3-mini", "openai/o3-mini"],
    ["claude-haiku-4-5", "anthropic/claude-haiku-4-5"],
    ["gemini-2.5-flash", "google/gemini-2.5-flash"],
    ["llama3.2", "ollama/llama3.2"],
  ])("%s alone is told as %s", (id, meant) => {
    expect(() => new Debate({ debaters: `${id}*2` })).toThrow(`Write ${meant}`);
  });
});
