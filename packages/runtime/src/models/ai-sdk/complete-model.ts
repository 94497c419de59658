import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { field, ModelError, readMessage } from "@rostrum/core/support";
import { readContent } from "./generate.ts";

/**
 * Completes a model that can be called in only one way, as most models of tests: the other method is missing or
 * throws "Not implemented", and is replaced by the one that works.
 */
export function completeModel(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (options) =>
      callEither(
        model.doGenerate && (() => model.doGenerate(options)),
        model.doStream && (async () => collectStream(await model.doStream(options))),
      ),
    doStream: (options) =>
      callEither(
        model.doStream && (() => model.doStream(options)),
        model.doGenerate && (async () => streamResult(await model.doGenerate(options))),
      ),
  };
}

/** Calls the second method if the first is missing or not implemented. */
async function callEither<T>(
  first: (() => PromiseLike<T>) | undefined,
  second: (() => PromiseLike<T>) | undefined,
): Promise<T> {
  if (first === undefined) {
    if (second === undefined)
      throw new Error("this AI SDK model has neither doGenerate nor doStream");
    return second();
  }
  try {
    return await first();
  } catch (error) {
    if (second === undefined || !isNotImplemented(error)) throw error;
    return second().then(undefined, (other: unknown) => {
      throw isNotImplemented(other) ? error : other;
    });
  }
}

/** An error with a status comes from the provider, so the other method would get the same one. */
function isNotImplemented(error: unknown): boolean {
  return (
    field(error, "statusCode") === undefined && /\bnot implemented\b/i.test(readMessage(error))
  );
}

type TextPart = Extract<LanguageModelV4Content, { type: "text" | "reasoning" }>;

/** Reads a stream to its end, as one result. */
async function collectStream({
  stream,
  request,
  response,
}: LanguageModelV4StreamResult): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, TextPart>();
  const append = (type: TextPart["type"], id: string, delta: string): void => {
    const key = `${type} ${id}`;
    const existing = texts.get(key);
    const part: TextPart = existing ?? { type, text: "" };
    if (existing === undefined) {
      texts.set(key, part);
      content.push(part);
    }
    part.text += delta;
  };
  let warnings: LanguageModelV4GenerateResult["warnings"] = [];
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        append("text", part.id, part.delta);
        break;
      case "reasoning-delta":
        append("reasoning", part.id, part.delta);
        break;
      case "stream-start":
        warnings = part.warnings;
        break;
      case "error":
        throw part.error;
      case "finish": {
        const { type: _type, ...ending } = part;
        return {
          ...ending,
          content,
          warnings,
          ...(request && { request }),
          ...(response && { response }),
        };
      }
      default:
        if (isContent(part)) content.push(part);
    }
  }
  throw new ModelError("the stream ended before the model had finished its reply");
}

const CONTENT = ["tool-call", "tool-result", "tool-approval-request", "source", "file"] as const;
type ContentPart = Extract<LanguageModelV4StreamPart, { type: (typeof CONTENT)[number] }>;

function isContent(part: LanguageModelV4StreamPart): part is ContentPart {
  return (CONTENT as readonly string[]).includes(part.type);
}

/** Returns a result as a stream with a single piece. */
function streamResult(result: LanguageModelV4GenerateResult): LanguageModelV4StreamResult {
  const content = readContent(result) as LanguageModelV4Content[];
  const { warnings, finishReason, usage, providerMetadata, request, response } = result;
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings },
    ...content.flatMap((part, index) => streamContent(part, String(index))),
    { type: "finish", finishReason, usage, ...(providerMetadata && { providerMetadata }) },
  ];
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { stream, ...(request && { request }), ...(response && { response }) };
}

function streamContent(part: LanguageModelV4Content, id: string): LanguageModelV4StreamPart[] {
  if (part.type !== "text" && part.type !== "reasoning") return [part];
  return [
    { type: `${part.type}-start`, id },
    { type: `${part.type}-delta`, id, delta: part.text },
    { type: `${part.type}-end`, id },
  ];
}
