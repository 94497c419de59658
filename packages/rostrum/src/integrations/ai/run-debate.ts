import type { DebateConfig } from "../../protocol/options.ts";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
} from "@ai-sdk/provider";
import { runResolved } from "../../api/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { asksForMore, withFinalSay, type FinalSay } from "./final-say.ts";
import { questionFrom } from "./question.ts";
import { typedAnswer } from "./typed-answer.ts";

/** The outcome of a debate, in the form of a model's reply. */
export interface Held {
  result: DebateResult<unknown>;
  /** The verdict, or the judge's tool calls. */
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  /** The judge's turn, if it called tools and waits for their results. */
  unfinished: { said: FinalSay; model: LanguageModelV4 } | null;
}

const STOP: LanguageModelV4FinishReason = { unified: "stop", raw: undefined };
const TOOL_CALLS: LanguageModelV4FinishReason = { unified: "tool-calls", raw: undefined };

/** Runs a debate for one call of a language model. */
export async function runDebateForModel(
  config: DebateConfig<never>,
  options: LanguageModelV4CallOptions,
  listener?: (event: DebateEvent) => void,
): Promise<Held> {
  const { responseFormat, tools, toolChoice, abortSignal } = options;
  const wanted = {
    ...(responseFormat ? { responseFormat } : {}),
    ...(tools ? { tools } : {}),
    ...(toolChoice ? { toolChoice } : {}),
  };
  let spoken: { said: FinalSay; model: LanguageModelV4 } | null = null;
  const judged = config.judge !== undefined;
  const kind = judged ? null : await typedAnswer(responseFormat);
  const forced =
    judged && asksForMore(wanted) ? { decide: { type: "judged" as const, always: true } } : {};
  const result = await runResolved(
    { ...config, ...forced, ...(kind ? { answer: kind } : {}) } as DebateConfig<never>,
    questionFrom(options.prompt),
    { ...(abortSignal ? { signal: abortSignal } : {}), ...(listener ? { listener } : {}) },
    (resolved) =>
      asksForMore(wanted)
        ? withFinalSay(resolved, wanted, (said, model) => (spoken = { said, model }))
        : resolved,
  );
  // Assigned in a callback, which the compiler doesn't follow.
  const last = spoken as { said: FinalSay; model: LanguageModelV4 } | null;
  if (last && last.said.toolCalls.length > 0) {
    return { result, content: last.said.content, finishReason: TOOL_CALLS, unfinished: last };
  }
  const text =
    last && responseFormat?.type === "json" ? textOf(last.said) : verdictOf(result, kind !== null);
  return { result, content: [{ type: "text", text }], finishReason: STOP, unfinished: null };
}

function textOf({ content }: FinalSay): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function verdictOf({ answer, text }: DebateResult<unknown>, typed: boolean): string {
  return typed ? JSON.stringify(answer) : text;
}
