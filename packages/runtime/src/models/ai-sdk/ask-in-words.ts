import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { field } from "@rostrum/core/support";

type Call = (request: ModelRequest) => Promise<ModelReply>;

/**
 * Some servers refuse a request with a JSON schema. Such a model is asked again without the schema, from
 * then on always; the prompt then asks for the same object in words, between marks.
 */
export function askInWordsIfRefused(call: Call): Call {
  let plainOnly = false;
  return async (request) => {
    if (request.responseFormat === undefined) return call(request);
    const plain = withFormatInWords(request);
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

function withFormatInWords({ responseFormat, messages, ...plain }: ModelRequest): ModelRequest {
  const last = messages.length - 1;
  return {
    ...plain,
    messages: messages.map((message, at) =>
      at === last
        ? { ...message, content: `${message.content}\n\n${responseFormat?.inWords}` }
        : message,
    ),
  };
}

function refusesFormat(thrown: unknown): boolean {
  const statusCode = field(thrown, "statusCode");
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode >= 500) return false;
  const errorTexts = [field(thrown, "message"), field(thrown, "responseBody")];
  return errorTexts.some(
    (text) =>
      typeof text === "string" &&
      /(?:response|output)_?(?:format|config|schema)|json_?schema|structured.?output/i.test(text),
  );
}
