import { copyPlain } from "@rostrum/core/support";
import type { ModelFunction, ModelPort, ModelReply, ModelRequest } from "@rostrum/core/protocol";

/** A plain function as a model. It has no price; to cap money, give the debater one. */
export function functionModel(call: ModelFunction): ModelPort {
  return {
    source: "function",
    id: `function:${call.name || "anonymous"}`,
    // Function names are accidental, so a different name doesn't make a different model.
    fingerprint: "function",
    pricing: null,
    generate(request) {
      try {
        // A text alone is a reply too; `checkReply` reads both.
        return Promise.resolve(call(copyRequest(request)) as ModelReply);
      } catch (thrown) {
        return Promise.reject(thrown);
      }
    },
  };
}

/** Pass a copy: the original shares objects with other prompts and the record. */
function copyRequest(request: ModelRequest): ModelRequest {
  const { messages, peers, own, items, tools, responseFormat, providerOptions } = request;
  const copy = { ...request, messages: copyPlain(messages), peers: copyPlain(peers) };
  if (own) copy.own = copyPlain(own);
  if (items) copy.items = copyPlain(items);
  // The tools themselves are passed unchanged, because they are the caller's objects.
  if (tools) copy.tools = { ...tools };
  if (responseFormat) copy.responseFormat = copyPlain(responseFormat);
  if (providerOptions) copy.providerOptions = copyPlain(providerOptions);
  return copy;
}
