import { expect, test } from "vitest";
import { takesFile } from "./takes-file.ts";

test.each([
  ["openai", "gpt-5", true, true],
  ["openai", "o3", true, true],
  ["openai", "o3-mini", false, false],
  ["openai", "o1-preview", false, false],
  ["openai.responses", "o1-mini", false, false],
  ["openai", "gpt-7", null, null],
  ["openrouter", "openai/o3-mini", false, true],
  ["groq", "llama-3.3-70b", false, false],
  ["deepseek", "deepseek-chat", false, false],
  ["unknown", "some-model", null, null],
])("%s/%s: image %s, PDF %s", (provider, model, image, pdf) => {
  expect(takesFile(provider, model, "image/png")).toBe(image);
  expect(takesFile(provider, model, "application/pdf")).toBe(pdf);
});
