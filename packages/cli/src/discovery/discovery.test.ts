import { expect, test } from "vitest";
import { listProviderModels } from "./available-models.ts";
import type { ListedModel } from "./listed-model.ts";
import { pickLocal, suggestPanels } from "./suggest-panels.ts";

const listed = (...ids: string[]): ListedModel[] =>
  ids.map((id) => ({ id, created: 0, isForChat: true, outputPrice: null }));

test("models that can't debate are left out", () => {
  expect(
    pickLocal(["ollama/nomic-embed-text", "ollama/a", "ollama/b", "ollama/c", "ollama/d"]),
  ).toEqual(["ollama/a", "ollama/b", "ollama/c"]);
});

test("several providers make a mixed panel, which comes first", () => {
  const panels = suggestPanels({
    keyed: [
      {
        name: "anthropic",
        title: "Anthropic",
        listing: { models: listed("claude-sonnet-5-0", "claude-haiku-5-0") },
      },
      { name: "openai", title: "OpenAI", listing: { models: listed("gpt-7") } },
      { name: "google", title: "Google", listing: { problem: "it could not be reached" } },
    ],
    servers: [{ name: "LM Studio", url: "http://127.0.0.1:1234/v1", models: ["lmstudio/a"] }],
  });
  const seats = panels.map(({ name, config }) => [
    name,
    config.debaters.map((member) => `${member.name}: ${member.model}`),
  ]);
  expect(seats).toEqual([
    [
      "mixed",
      [
        "claude-sonnet-5-0: anthropic/claude-sonnet-5-0",
        "gpt-7: openai/gpt-7",
        "claude-haiku-5-0: anthropic/claude-haiku-5-0",
      ],
    ],
    [
      "anthropic",
      [
        "claude-sonnet-5-0 (1): anthropic/claude-sonnet-5-0",
        "claude-sonnet-5-0 (2): anthropic/claude-sonnet-5-0",
        "claude-haiku-5-0: anthropic/claude-haiku-5-0",
      ],
    ],
    ["openai", ["gpt-7 (1): openai/gpt-7", "gpt-7 (2): openai/gpt-7", "gpt-7 (3): openai/gpt-7"]],
    ["lm_studio", ["a (1): lmstudio/a", "a (2): lmstudio/a", "a (3): lmstudio/a"]],
  ]);
});

test("three models of one provider are three members, and five of them five", () => {
  const models = listed("gpt-7", "gpt-6", "gpt-5", "gpt-4", "gpt-3");
  const keyed = [{ name: "openai", title: "OpenAI", listing: { models } }];
  const names = (size: number): string[] =>
    suggestPanels({ keyed, servers: [] }, size)[0]?.config.debaters.map(({ name }) => name) ?? [];
  expect(names(3)).toEqual(["gpt-7", "gpt-6", "gpt-5"]);
  expect(names(5)).toEqual(["gpt-7", "gpt-6", "gpt-5", "gpt-4", "gpt-3"]);
});

test("nothing found makes no panel", () => {
  expect(suggestPanels({ keyed: [], servers: [] })).toEqual([]);
});

function answering(
  status: number,
  body: unknown,
): { request: typeof fetch; seen: { url: string; init: RequestInit | undefined }[] } {
  const seen: { url: string; init: RequestInit | undefined }[] = [];
  const request: typeof fetch = async (url, init) => {
    seen.push({ url: url instanceof Request ? url.url : url.toString(), init });
    return Response.json(body, { status });
  };
  return { request, seen };
}

test("a provider's list is asked with its own key, at its own address, without redirects", async () => {
  const { request, seen } = answering(200, {
    data: [{ id: "m", created_at: "2030-01-01T00:00:00Z" }],
  });
  expect(await listProviderModels("anthropic", "k1", request)).toEqual({
    models: [{ id: "m", created: 1_893_456_000, isForChat: true, outputPrice: null }],
  });
  expect(new URL(seen[0]?.url ?? "").host).toBe("api.anthropic.com");
  expect(seen[0]?.init).toMatchObject({ redirect: "error", headers: { "x-api-key": "k1" } });
});

test("Google's list has another form", async () => {
  const { request } = answering(200, { models: [{ name: "models/gemini-9-flash" }] });
  expect(await listProviderModels("google", "k", request)).toEqual({
    models: [{ id: "gemini-9-flash", created: 0, isForChat: true, outputPrice: null }],
  });
});

test("a list that can't be had is a sentence, without the key", async () => {
  expect(await listProviderModels("openai", "secret", answering(401, {}).request)).toEqual({
    problem: "the key was refused (status 401)",
    isUnusable: true,
  });
  const cause = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  const offline: typeof fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
  expect(await listProviderModels("openai", "secret", offline)).toEqual({
    problem: "the name of its server is unknown (is there a network?)",
    isUnusable: true,
  });
});
