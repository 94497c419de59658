import type { ModelFunction, ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";

/** A plain function as a model. It has no price; to cap money, give the debater one. */
export function functionModel(call: ModelFunction): ModelPort {
  return {
    source: "function",
    id: `function:${call.name || "anonymous"}`,
    // A function's name is accidental, so another name doesn't make it another model.
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

/** The function may change its copy: the original shares objects with the other prompts and the record. */
function copyRequest(request: ModelRequest): ModelRequest {
  const { messages, peers, own, items, tools, responseFormat, providerOptions } = request;
  const copy = { ...request, messages: copyPlain(messages), peers: copyPlain(peers) };
  if (own) copy.own = copyPlain(own);
  if (items) copy.items = copyPlain(items);
  // The tools themselves are the caller's objects, whatever they consist of.
  if (tools) copy.tools = { ...tools };
  if (responseFormat) copy.responseFormat = copyPlain(responseFormat);
  if (providerOptions) copy.providerOptions = copyPlain(providerOptions);
  return copy;
}

/**
 * A copy of plain objects and lists that shares its texts with the original, so that it costs little.
 * Anything else, such as a function or a client object, is passed on unchanged.
 */
export function copyPlain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyPlain) as T;
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const copy = { ...value } as Record<string, unknown>;
  // Most fields are texts and numbers, which the spread has copied already.
  for (const key in copy) {
    const part = copy[key];
    if (typeof part === "object" && part !== null) copy[key] = copyPlain(part);
  }
  return copy as T;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
