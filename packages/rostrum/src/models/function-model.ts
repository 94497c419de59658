import type { ModelFunction, ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import { plainCopy } from "./plain-copy.ts";

/** A plain function as a model. It has no price; to cap money, give the debater one. */
export function functionModel(call: ModelFunction): ModelPort {
  return {
    source: "function",
    id: `function:${call.name || "anonymous"}`,
    // A function's name is accidental, so another name doesn't make it another model.
    fingerprint: "function",
    pricing: null,
    async generate({ tools, ...request }) {
      // The function may change its copy: the original shares objects with the other prompts and the record.
      const copy: ModelRequest = plainCopy(request);
      // The tools themselves are the caller's objects, whatever they consist of.
      if (tools) copy.tools = { ...tools };
      const reply = await call(copy);
      // A text alone is a reply too; `checkedReply` reads both.
      return reply as ModelReply;
    },
  };
}
