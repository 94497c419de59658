import { expect, test } from "vitest";
import { resolveModel } from "./resolve.ts";
import { findVendor } from "./vendor.ts";

test.each([
  ["openai/gpt-5-mini", "openai"],
  ["openai/something-new", "openai"],
  ["anthropic/claude-haiku-4-5", "anthropic"],
  ["openrouter/anthropic/claude-sonnet-4", "anthropic"],
  ["openrouter/someone/unheard-of", null],
  ["groq/llama-3.3-70b", "meta"],
  ["together/Qwen/Qwen3-32B", "alibaba"],
  ["ollama/llama3.2:3b", "meta"],
  ["openrouter/deepseek/deepseek-r1:free", "deepseek"],
  ["azure/gpt-5", "openai"],
  ["azure/my-deployment", null],
  ["ollama/gemma3", "google"],
  ["compat:mistral-small@http://127.0.0.1:8080/v1", "mistral"],
  ["compat:own@http://openai.example/v1", null],
  ["command:claude -p", "anthropic"],
  ["command:/usr/bin/codex exec -", "openai"],
  ["command:opencode run", null],
  ["embedded/xs-1", "embedded"],
  ["human:grace", null],
])("%s is made by %s", (id, vendor) => {
  expect(findVendor(resolveModel(id, "model"))).toBe(vendor);
});

test("a function's vendor is unknown, whatever its name", () => {
  const claude = (): string => "42";
  expect(findVendor(resolveModel(claude, "model"))).toBe(null);
});
