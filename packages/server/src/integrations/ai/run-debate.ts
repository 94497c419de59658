import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { omitUndefined, ConfigError } from "@rostrum/core/support";
import type {
  DebateConfig,
  DebateEvent,
  DebateResult,
  Message,
  Question,
  JsonKind,
} from "@rostrum/core/protocol";
import { runResolved } from "@rostrum/runtime/api";
import { offerTools, type ToolReply } from "@rostrum/runtime/models";
import { json } from "@rostrum/core/answers";

/** The outcome of a debate, in the form of a model's reply. */
export interface DebateReply {
  result: DebateResult<unknown>;
  /** The verdict, or the judge's tool calls. */
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  /** The judge's turn, if it called tools and waits for their results. */
  unfinished: JudgeTurn | null;
}

interface JudgeTurn {
  reply: ToolReply;
  model: LanguageModelV4;
}

const STOP: LanguageModelV4FinishReason = { unified: "stop", raw: undefined };
const TOOL_CALLS: LanguageModelV4FinishReason = { unified: "tool-calls", raw: undefined };

/** Runs a debate for one call of a language model. */
export async function runDebateForModel(
  config: DebateConfig<never>,
  options: LanguageModelV4CallOptions,
  listener?: (event: DebateEvent) => void,
): Promise<DebateReply> {
  const { responseFormat, tools, toolChoice, abortSignal } = options;
  const turnOptions = omitUndefined({ responseFormat, tools, toolChoice });
  let judgeTurn: JudgeTurn | null = null;
  const judged = config.judge !== undefined;
  const kind = judged ? null : await makeAnswerKind(responseFormat);
  const wantsMore = responseFormat?.type === "json" || (tools?.length ?? 0) > 0;
  const forced = judged && wantsMore ? { decide: { type: "judged" as const, always: true } } : {};
  const result = await runResolved(
    { ...config, ...forced, ...(kind ? { answer: kind } : {}) } as DebateConfig<never>,
    readQuestion(options.prompt),
    omitUndefined({ signal: abortSignal, listener }),
    (resolved) => {
      const { judge } = resolved;
      // To the judge only: peers' text must not steer a tool, and the caller wants one answer, not one from each debater.
      const model =
        wantsMore &&
        judge &&
        offerTools(judge.model, turnOptions, (reply, by) => (judgeTurn = { reply, model: by }));
      return model ? { ...resolved, judge: { ...judge, model } } : resolved;
    },
  );
  // Assigned in a callback, which the compiler doesn't follow.
  const last = judgeTurn as JudgeTurn | null;
  if (last && last.reply.toolCalls.length > 0) {
    return { result, content: last.reply.content, finishReason: TOOL_CALLS, unfinished: last };
  }
  const verdict = kind === null ? result.text : JSON.stringify(result.answer);
  // A judge's reply that a checker refuted, or that was overruled, is no verdict.
  const hasRuled = last !== null && result.decision.method === "judged";
  const text = hasRuled && responseFormat?.type === "json" ? joinText(last.reply.content) : verdict;
  return { result, content: [{ type: "text", text }], finishReason: STOP, unfinished: null };
}

function joinText(content: readonly { type: string; text?: string }[]): string {
  return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** Question of a chat prompt: the last user turn, with everything before it as context. */
function readQuestion(prompt: LanguageModelV4Prompt): Question {
  const turns: Message[] = prompt.flatMap((message): Message[] => {
    if (message.role === "system") return [{ role: "user", content: message.content }];
    if (message.role === "tool") return [];
    const content = joinText(message.content);
    return content === "" ? [] : [{ role: message.role, content }];
  });
  const last = turns.findLastIndex(({ role }) => role === "user");
  const question = turns[last];
  if (!question) throw new ConfigError("prompt", "expected a user message with text, got none");
  const context = turns.filter((_, index) => index !== last);
  return context.length > 0 ? { text: question.content, context } : question.content;
}

/** Without a judge, the debaters themselves answer in the requested format. */
async function makeAnswerKind(
  format: LanguageModelV4CallOptions["responseFormat"],
): Promise<JsonKind | null> {
  if (format?.type !== "json" || format.schema === undefined) return null;
  const { fromJSONSchema } = await import("zod");
  return json(fromJSONSchema(format.schema as Parameters<typeof fromJSONSchema>[0]));
}
