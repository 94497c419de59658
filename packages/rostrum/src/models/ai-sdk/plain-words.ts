import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import { field } from "../../thrown.ts";

type Call = (request: ModelRequest) => Promise<ModelReply>;

/**
 * Some servers refuse a request that asks for JSON. Such a model is asked again in plain words, where
 * the prompt says the same, and from then on only so.
 */
export function plainWordsIfRefused(call: Call): Call {
  let plainOnly = false;
  return async (request) => {
    if (request.responseFormat === undefined) return call(request);
    const { responseFormat: _format, ...plain } = request;
    if (plainOnly) return call(plain);
    try {
      return await call(request);
    } catch (error) {
      if (!refusesFormat(error)) throw error;
      plainOnly = true;
      return call(plain);
    }
  };
}

function refusesFormat(thrown: unknown): boolean {
  const statusCode = field(thrown, "statusCode");
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode >= 500) return false;
  const told = [field(thrown, "message"), field(thrown, "responseBody")];
  return told.some(
    (text) =>
      typeof text === "string" && /response_?format|json_?schema|structured.?output/i.test(text),
  );
}
