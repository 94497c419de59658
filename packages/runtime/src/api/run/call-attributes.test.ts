import { expect, test } from "vitest";
import type { StepCall } from "@rostrum/core/protocol";
import { listCallAttributes } from "./call-attributes.ts";

test.each([
  [{ provider: "openai", id: "openai/gpt-5.4" }, "openai", "gpt-5.4"],
  [{ provider: "google", id: "google/gemini-3-pro" }, "gcp.gemini", "gemini-3-pro"],
  [{ provider: "google.generative-ai", id: "google.generative-ai/gemini" }, "gcp.gemini", "gemini"],
  [{ provider: "google.vertex.chat", id: "google.vertex.chat/gemini" }, "gcp.vertex_ai", "gemini"],
  [{ provider: "mistral", id: "mistral/mistral-large" }, "mistral_ai", "mistral-large"],
  [{ provider: "xai", id: "xai/grok-5" }, "x_ai", "grok-5"],
  [{ provider: "azure", id: "azure/gpt-5.4" }, "azure.ai.openai", "gpt-5.4"],
  [{ provider: "openrouter", id: "openrouter/meta/llama" }, "openrouter", "meta/llama"],
  [{ provider: "compat:http://10.0.0.1", id: "compat:tiny@http://10.0.0.1/v1" }, "compat", "tiny"],
  [{ provider: undefined, id: "function:rule" }, "function", "function:rule"],
])("a model is named as the conventions name it: %j", (model, provider, name) => {
  expect(listCallAttributes({ model } as unknown as StepCall)).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": name,
  });
});
