import type { ModelFunction, ModelPort, ModelReply } from "../protocol/model.ts";

/** A plain function as a model. It has no price of its own: give the debater one to cap money. */
export function functionModel(call: ModelFunction): ModelPort {
  return {
    id: `function:${call.name || "anonymous"}`,
    // A function has a name only by chance: another name doesn't make it another model.
    fingerprint: "function",
    pricing: null,
    async generate(request): Promise<ModelReply> {
      const reply = await call(request);
      return typeof reply === "string" ? { text: reply } : reply;
    },
  };
}
