import { readReply } from "../../answers/read-reply.ts";
import { sectionLines, withoutMarks } from "../../answers/reply/sections.ts";
import { addCosts, findRefusal, reachedOutputLimit, toPaidCall } from "../../protocol/costs.ts";
import type { PaidCall } from "../../protocol/paid-call.ts";
import type { ModelReply } from "../../protocol/model.ts";
import { formatAgainName, formatStepId } from "../../protocol/step-id.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import { computeStepSeed } from "../../record/random.ts";
import { yieldForLongText } from "./yield-for-long-text.ts";
import { callMark } from "../prompts/marks.ts";
import { OBJECT_ALONE, objectForm } from "../prompts/reply-form.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { reserveOrSkip } from "../spending/reserve.ts";
import type { DebateState, ReadText } from "../state/state.ts";
import { estimateBounds, requestTokens } from "../spending/call-spend.ts";

/** Result of a call, or of its repetition if the first reply couldn't be read. */
export interface CallResult<T> {
  /** Value read from the reply; `null` if the reply can't be read. */
  value: T | null;
  /** The call whose reply counts. If the model was asked again, its chat contains the first reply. */
  call: StepCall;
  /** Outcome of that call, with the cost of both calls. */
  outcome: StepOutcome;
  /** Both calls, or the only one. */
  calls: PaidCall[];
  /** The first call and its reply, if the second reply counts. */
  first: { call: StepCall; reply: ModelReply } | null;
}

/**
 * Makes a call and reads its reply. An unreadable reply is requested once more in the same chat, as a separate step,
 * if the config allows it and the budget has room.
 */
export function askReadable<T>(
  state: AskingState,
  first: StepCall,
  read: ReadFirstReply<T>,
  expected: Expected,
  /** Receives the first reply before the model is asked again. */
  pending?: { first: CallResult<T> | null },
): Promise<CallResult<T>> {
  return makeCall(state, first).then(async ({ call, outcome, calls }) => {
    const { reply } = outcome;
    // Receiving, reading and reporting a long reply take milliseconds each, so other work may run in between.
    const pauseBefore = yieldForLongText(reply?.text);
    if (pauseBefore !== null) await pauseBefore;
    const value = isComplete(reply) ? read(reply, call.mark, call) : null;
    const pauseAfter = yieldForLongText(reply?.text);
    if (pauseAfter !== null) await pauseAfter;
    const result: CallResult<T> = { value, call, outcome, calls, first: null };
    if (reply === null || value !== null || !mayAskAgain(state.config, call, reply)) return result;
    if (pending) pending.first = result;
    return askAgain(state, result, reply, read, expected);
  });
}

/** A call whose reply counts, with every paid call that led to it. */
interface MadeCall extends Pick<CallResult<unknown>, "call" | "outcome" | "calls"> {}

/** Makes a call, including any tool calls of its model. */
function makeCall(state: AskingState, call: StepCall): Promise<MadeCall> {
  if (call.tools !== undefined) {
    return import("../tools/use-tools.ts").then(({ useTools }) => useTools(state, call));
  }
  return state.ports
    .step(call)
    .then((outcome) => ({ call, outcome, calls: [toPaidCall(call, outcome)] }));
}

/** Description of the expected reply, such as "a number". A function can say what is wrong with this reply. */
export type Expected = string | ((reply: ModelReply, call: StepCall) => string);

type AskingState = Pick<DebateState, "config" | "task" | "ports" | "missing">;

/** Reads the reply to a call. `null`: it can't be used. */
type ReadFirstReply<T> = (reply: ModelReply, mark: string, call: StepCall) => T | null;

async function askAgain<T>(
  state: AskingState,
  { call, outcome, calls }: CallResult<T>,
  reply: ModelReply,
  read: ReadFirstReply<T>,
  expected: Expected,
): Promise<CallResult<T>> {
  const expectation = typeof expected === "string" ? expected : expected(reply, call);
  const secondCall = callAgain(state, call, reply, expectation);
  await reserveOrSkip(state, [secondCall]);
  const second = await state.ports.step(secondCall);
  const cost = addCosts(outcome, second);
  // No attempt and no reply: the budget had no room for the second call.
  if (second.attempts > 0 || second.reply !== null) calls.push(toPaidCall(secondCall, second));
  // The second call failed, so the first reply is the only one.
  if (second.reply === null) {
    const { cancelled } = second;
    const firstOutcome = { ...outcome, ...cost, ...(cancelled ? { cancelled } : {}) };
    return { value: null, call, outcome: firstOutcome, calls, first: null };
  }
  return {
    value: isComplete(second.reply) ? read(second.reply, secondCall.mark, secondCall) : null,
    call: secondCall,
    outcome: { ...second, ...cost },
    calls,
    first: { call, reply },
  };
}

function isComplete(reply: ModelReply | null): reply is ModelReply {
  return reply !== null && !hasNoFinalAnswer(reply.finishReason);
}

/**
 * A reply that was cut off or refused would not be better the second time. A reply that calls the caller's tools is
 * not finished yet.
 */
export function mayAskAgain(
  { clarify }: Pick<ResolvedConfig, "clarify">,
  call: StepCall,
  { finishReason }: Pick<ModelReply, "finishReason">,
): boolean {
  if (call.wholeText || hasNoFinalAnswer(finishReason) || finishReason === "tool-calls")
    return false;
  return clarify.includes(call.model.source);
}

/** Asks for the answer section alone. The call is optional, so nothing was reserved for it. */
function callAgain(
  { config, task }: AskingState,
  call: StepCall,
  reply: ModelReply,
  expected: string,
): StepCall {
  const { tools: _tools, responseFormat, ...firstRequest } = call.request;
  const step = formatAgainName(call.step);
  const chat = [...firstRequest.messages, { role: "assistant" as const, content: reply.text }];
  const mark = callMark(task, step);
  const content = `Your reply could not be read: expected ${expected}. ${formAgain(responseFormat !== undefined, mark)}`;
  const messages = [...chat, { role: "user" as const, content }];
  const { maxOutputTokens = 0 } = firstRequest;
  const request: StepCall["request"] = {
    ...firstRequest,
    stepId: formatStepId(task.id, step),
    messages,
    seed: computeStepSeed(config.seed, step, task.question),
    ...(responseFormat ? { responseFormat: { ...responseFormat, inWords: objectForm(mark) } } : {}),
  };
  const { tools: _offered, ...base } = call;
  return {
    ...base,
    step,
    mark,
    earlierMarks: [...call.earlierMarks, call.mark],
    ...(call.maxSpend && estimateBounds({ ...call, maxOutputTokens }, requestTokens(request))),
    request,
  };
}

function formAgain(enforced: boolean, mark: string): string {
  if (enforced) return OBJECT_ALONE;
  const { open, close } = sectionLines(mark);
  return `Reply with that alone, between these two lines, copied exactly:\n\n${open}\n${close}`;
}

/**
 * Reads the reply that counts. If the model was asked again, the text contains both replies, and fields that only the
 * first reply has, such as a confidence, are kept.
 */
export function readAsked({ call, outcome, first }: CallResult<unknown>): ReadText {
  const last = readFrom(outcome.reply?.text ?? "", call);
  if (first === null) return last;
  const before = readFrom(first.reply.text, first.call);
  const { isOpen: _open, differ: _differ, ...reading } = before.reading;
  return {
    reading: {
      ...reading,
      ...last.reading,
      confidence: last.reading.confidence ?? reading.confidence,
      reasoning: joinTexts(reading.reasoning, last.reading.reasoning),
    },
    text: joinTexts(before.text, last.text),
  };
}

/** Caches the last reading of each call: an unusable reply is read when it arrives and again when it is reported. */
const readings = new WeakMap<StepCall, { raw: string; read: ReadText }>();

/** Reads one reply as the reply to a call. */
export function readFrom(raw: string, call: StepCall): ReadText {
  const cached = readings.get(call);
  if (cached?.raw === raw) return cached.read;
  const text = call.earlierMarks.reduce(withoutMarks, raw);
  const read = { reading: readReply(text, call.mark), text: withoutMarks(text, call.mark) };
  readings.set(call, { raw, read });
  return read;
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}

/** Event field of a call whose first reply couldn't be read. */
export function noteClarified({ first }: CallResult<unknown>): { clarified?: true } {
  return first === null ? {} : { clarified: true };
}

/** Error of a call without a complete reply; `null` if the reply is complete. */
export function findFailure({ reply, error }: StepOutcome): string | null {
  if (reply === null) return error ?? "no reply";
  const { finishReason } = reply;
  return findRefusal(finishReason) ?? (wasCutOff(finishReason) ? "its reply was cut off" : null);
}

/** Finish reasons of incomplete replies, as the AI SDK and clients used as plain functions name them. */
const CUT_OFF = new Set(["interrupted", "model_context_window_exceeded"]);

/** A reply that was cut off or refused has no final answer, even if its end looks like one. */
function hasNoFinalAnswer(finishReason: string | undefined): boolean {
  return wasCutOff(finishReason) || findRefusal(finishReason) !== null;
}

export function wasCutOff(finishReason: string | undefined): boolean {
  if (reachedOutputLimit(finishReason)) return true;
  return finishReason !== undefined && CUT_OFF.has(finishReason.toLowerCase());
}
