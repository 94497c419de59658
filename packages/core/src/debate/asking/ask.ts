import { settleAll } from "./settle-all.ts";
import { getKindName } from "../../answers/answer-kinds.ts";
import { AbortError } from "../../errors.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { findBlindness } from "./blindness.ts";
import type { AnswerReader } from "../../protocol/answer.ts";
import type { ResponseEvent } from "../../protocol/events.ts";
import type { PaidCall } from "../../protocol/paid-call.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import { findRefusal } from "../../protocol/costs.ts";
import { formatAgainName, formatStepName } from "../../protocol/step-id.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import { askReadable, readAsked, readFrom, wasCutOff, type CallResult } from "./ask-readable.ts";
import { prepareCall } from "./calls.ts";
import { promptInput, questionTurns } from "../prompts/prompt-parts.ts";
import { showEvidence } from "../tools/show-evidence.ts";
import { cruxTurn } from "../prompts/crux-prompts.ts";
import { fenceMark } from "../prompts/marks.ts";
import type { SetAttribute } from "../state/ports.ts";
import { QUOTED } from "../prompts/prompt-sets.ts";
import { describeAnswerForm } from "../prompts/reply-form.ts";
import { describeUnread, expectAnswer, explainUnread } from "./expected-answer.ts";
import {
  hasChanged,
  type DebateState,
  type ReadReply,
  type ReadText,
  type Seat,
} from "../state/state.ts";
import { listVisible, showNotes, showPanel } from "./view.ts";

/** A call that is ready to be made. */
export interface PreparedCall {
  seat: Seat;
  call: StepCall;
  /** Describes the expected reply. Absent for an answer of the debate's kind. */
  expected?: string;
  /** With transcripts: panel indexes of the peers whose rounds so far are in this turn or earlier in the chat. */
  shownPeers?: readonly number[];
}

export interface MemberReply {
  seat: Seat;
  round: number;
  /** Turns that this call adds to the seat's chat. */
  messages: PromptMessage[];
  /** Marks of the replies in these turns. */
  marks: readonly string[];
  /** The first reply could not be read, so the model was asked again. */
  clarified?: true;
  outcome: StepOutcome;
  calls: PaidCall[];
  shownPeers?: readonly number[];
  /** What the call asks for, if that is no answer. */
  expectedForm?: string;
  /** `null` if the debater failed or its call was cancelled. */
  read: ReadReply | null;
}

/** Prepares the calls of a round. All are prepared before the first is made, from one snapshot. */
export function prepareAll(
  state: DebateState,
  seats: readonly Seat[],
  round: number,
  crux: string | null = null,
): PreparedCall[] {
  return seats.map((seat) =>
    round === 0 ? prepareOpening(state, seat) : prepareRevision(state, seat, round, crux),
  );
}

function prepareOpening(state: DebateState, seat: Seat): PreparedCall {
  const call = prepareCall(state, {
    member: seat.member,
    role: "debater",
    step: debaterStep(seat, 0),
    round: 0,
    own: seat.vote,
    system: seat.system,
    messages: state.opening,
    tools: seat.tools,
  });
  return { seat, call };
}

function prepareRevision(
  state: DebateState,
  seat: Seat,
  round: number,
  crux: string | null,
): PreparedCall {
  const { config, task } = state;
  const step = debaterStep(seat, round);
  const mark = fenceMark(task, step);
  const view = showPanel(state, {
    visible: listVisible(state, seat, round),
    viewer: seat,
    reader: state.reader as AnswerReader,
    crux,
    mark,
  });
  // The crux follows the replies that it is about.
  const evidence = showEvidence(state, seat, mark);
  const peers = [view.text, evidence, view.crux === "" ? "" : cruxTurn(view.crux)]
    .filter((part) => part !== "")
    .join("\n\n");
  const input = promptInput("debater", round, { peers, own: view.own, label: view.ownLabel });
  const turn = `${showNotes(state, seat, round, mark)}${config.prompts.revision(input)}\n\n${QUOTED}`;
  const call = prepareCall(state, {
    member: seat.member,
    role: "debater",
    step,
    round,
    own: seat.vote,
    peers: view.peers,
    system: seat.system,
    messages: continueChat(state, seat, turn),
    earlierMarks: seat.replyMarks,
    tools: seat.tools,
  });
  if (config.show !== "transcript") return { seat, call };
  return { seat, call, shownPeers: view.labels.map(([, index]) => index) };
}

/** A debater that has not spoken yet gets the question together with its turn. */
function continueChat({ task }: DebateState, { chat }: Seat, turn: string): PromptMessage[] {
  return chat.length === 0 ? questionTurns(task, turn) : [...chat, { role: "user", content: turn }];
}

/** Returns false for a dropped debater, unless a resumed run asks it again. */
export function mayAsk({ ports }: DebateState, seat: Seat, round: number): boolean {
  return !seat.dropped || ports.asksDroppedAgain(debaterStep(seat, round), round);
}

export function debaterStep({ index }: Seat, round: number): string {
  return formatStepName({ role: "debater", panelIndex: index, round });
}

/** A call of a round that is being made. */
interface PendingCall {
  prepared: PreparedCall;
  /** The first reply, while the model is asked again. */
  first: CallResult<ReadReply> | null;
  /** Set once the reply is reported or the run has ended, so that it isn't reported twice. */
  over: boolean;
}

/**
 * Makes all calls at once and reports each reply as it arrives. Returns them in panel order, so that nothing later
 * depends on which model was fastest.
 */
export async function askAll(
  state: DebateState,
  preparedCalls: readonly PreparedCall[],
  /** Called for each reply after it was reported. */
  onAnswered?: (reply: MemberReply) => void,
): Promise<MemberReply[]> {
  const { ports } = state;
  const calls = preparedCalls.map((preparedCall): PendingCall => ({
    prepared: preparedCall,
    first: null,
    over: false,
  }));
  for (const { seat } of preparedCalls) seat.wasAsked = true;
  const replies = calls.map((pending) => {
    const { seat, call } = pending.prepared;
    const attributes = { debater_index: seat.index, model_id: call.model.id };
    return ports.span("debate.debater", attributes, async (setAttribute) => {
      const reply = await askOne(state, pending, setAttribute);
      onAnswered?.(reply);
      return reply;
    });
  });
  try {
    return await settleAll(replies);
  } catch (error) {
    for (const pending of calls.filter(({ over }) => !over)) {
      const { prepared: preparedCall, first } = pending;
      pending.over = true;
      if (first !== null) report(state, withAllSpent(state, preparedCall, first));
      else if (error instanceof AbortError) reportCutOff(state, preparedCall, error);
    }
    throw error;
  }
}

/** Asks for a reply and reports it. `setAttribute` describes the call in a trace. */
async function askOne(
  state: DebateState,
  pending: PendingCall,
  setAttribute: SetAttribute,
): Promise<MemberReply> {
  const reply = await askAndRead(state, pending.prepared, setAttribute, pending);
  if (!pending.over) recordReply(state, reply);
  pending.over = true;
  return reply;
}

/** Asks for a part of a larger reply, so nothing is reported yet. */
export function askForPart(state: DebateState, prepared: PreparedCall): Promise<MemberReply> {
  const { seat, call } = prepared;
  seat.wasAsked = true;
  const attributes = { debater_index: seat.index, model_id: call.model.id };
  return state.ports.span("debate.debater", attributes, (setAttribute) =>
    askAndRead(state, prepared, setAttribute),
  );
}

/** Asks for a reply, and once more if it can't be read. */
async function askAndRead(
  state: DebateState,
  prepared: PreparedCall,
  setAttribute: SetAttribute,
  pending?: { first: CallResult<ReadReply> | null },
): Promise<MemberReply> {
  const result = await askReadable(
    state,
    prepared.call,
    ({ text, finishReason }, _mark, call) => {
      const read = readModelReply(state, readFrom(text, call), finishReason);
      return isReadable(state, read) ? read : null;
    },
    prepared.expected ?? expectAnswer(state),
    pending,
  );
  const reply = answerFrom(state, prepared, result);
  traceReply(state, result, reply, setAttribute);
  return reply;
}

/** Reports a reply and updates its debater's chat. */
export function recordReply(state: DebateState, reply: MemberReply): void {
  const { seat, read } = reply;
  seat.dropped = reply.outcome.permanent === true;
  // A turn without a reply is not added to the chat, so the debater has to see the notes again.
  const { round } = reply;
  if (round > 0 && read && read.text.trim() !== "")
    seat.notesSeen = state.ports.notesUpTo(round).length;
  report(state, reply);
}

function traceReply(
  { ports, reader }: DebateState,
  { call, outcome }: CallResult<unknown>,
  { read, seat }: MemberReply,
  setAttribute: SetAttribute,
): void {
  if (ports.traceCall === null) return;
  ports.traceCall(setAttribute, call, outcome);
  if (read?.reading.confidence != null) setAttribute("confidence", read.reading.confidence);
  // Preliminary: answers in prose may still be compared.
  setAttribute("changed", reader !== null && hasChanged(reader, seat, read?.value ?? null));
}

/** Under `auto`, any answer counts as readable. */
function isReadable({ config, reader }: DebateState, { reading, value }: ReadReply): boolean {
  const acceptsAnyAnswer = getKindName(config.answer) === "auto" || reader === null;
  return acceptsAnyAnswer ? reading.answer !== null : value !== null;
}

/** Reads the answer only from a complete, unrefused reply. */
function readModelReply(
  state: DebateState,
  { reading, text }: ReadText,
  finishReason: string | undefined,
): ReadReply {
  const refused = findRefusal(finishReason);
  if (refused !== null) return { text, reading, truncated: false, refused, value: null };
  const truncated = wasCutOff(finishReason);
  const value = truncated ? null : state.reader?.read(reading, text);
  // Under `auto`, the first replies come before its reader.
  const isUnread = value === null || (value === undefined && reading.answer === null);
  const problem = truncated || !isUnread ? null : explainUnread(state, reading);
  return { text, reading, truncated, value, ...(problem === null ? {} : { problem }) };
}

/** Combines the outcome of a call with the answer read from its reply. */
function answerFrom(
  state: DebateState,
  { seat, shownPeers, expected }: PreparedCall,
  result: CallResult<ReadReply>,
): MemberReply {
  const { call, outcome, calls, first, value } = result;
  const { messages, round } = call.request;
  const marks = [call.mark, ...(first ? [first.call.mark] : [])];
  const memberReply: MemberReply = { seat, round, messages, marks, outcome, calls, read: null };
  if (outcome.reply !== null && !outcome.cancelled) {
    const bothReplies = readAsked(result);
    // The value is that of the reply which was read: both texts together may be nothing that a reader knows.
    memberReply.read = value
      ? { ...value, ...bothReplies }
      : readModelReply(state, bothReplies, outcome.reply.finishReason);
  }
  if (first !== null) memberReply.clarified = true;
  if (shownPeers) memberReply.shownPeers = shownPeers;
  if (typeof expected === "string") memberReply.expectedForm = expected;
  return memberReply;
}

/** The run ended while the model was asked again: the first reply counts, and both calls are paid for. */
function withAllSpent(
  state: DebateState,
  prepared: PreparedCall,
  first: CallResult<ReadReply>,
): MemberReply {
  const { call } = prepared;
  const memberReply = answerFrom(state, prepared, first);
  const secondCallCost = state.ports.spentOn(formatAgainName(call.request.stepId));
  if (secondCallCost.attempts === 0) return memberReply;
  const { model } = call;
  const cutOff = {
    step: formatAgainName(call.step),
    model: model.id,
    replied: false,
    ...secondCallCost,
  };
  return { ...memberReply, calls: [...memberReply.calls, cutOff] };
}

/** The run ended while a call was in flight: its attempts count, and the cost of the last attempt is unknown. */
function reportCutOff(
  { ports }: DebateState,
  { seat, call }: PreparedCall,
  error: AbortError,
): void {
  const { step, model, request } = call;
  ports.emit({
    type: "debate.debater_failed",
    round: request.round,
    debater: seat.member.name,
    error: `cut off: ${error.message}`,
    errorCode: error.code,
    calls: [{ step, model: model.id, replied: false, ...ports.spentOn(request.stepId) }],
  });
}

function report(state: DebateState, reply: MemberReply): void {
  const { ports } = state;
  const { seat, outcome, calls, read, round, clarified, expectedForm } = reply;
  const debater = seat.member.name;
  if (outcome.cancelled) {
    const text = outcome.reply === null ? {} : { text: outcome.reply.text };
    ports.emit({ type: "debate.debater_cancelled", round, debater, ...text, calls });
    return;
  }
  if (read === null) {
    const error = outcome.error ?? "no reply";
    const { errorCode, permanent } = outcome;
    const details = omitUndefined({ errorCode, permanent });
    ports.emit({ type: "debate.debater_failed", round, debater, error, ...details, calls });
    return;
  }
  const { reading, text, value, truncated, refused } = read;
  const unread = value === null || (value === undefined && reading.answer === null);
  const responseEvent: ResponseEvent = {
    type: "debate.response",
    round,
    debater,
    status: unread ? "unread" : "spoke",
    text,
    answer: unread ? null : (value?.wording ?? reading.answer),
    reasoning: reading.reasoning,
    confidence: reading.confidence,
    calls,
  };
  const counts = value ? state.reader?.count?.(value.value, seat.index) : undefined;
  if (counts !== undefined) responseEvent.counts = counts;
  if (reading.justification !== undefined) responseEvent.justification = reading.justification;
  if (reading.claimedChange !== undefined) responseEvent.claimedChange = reading.claimedChange;
  if (truncated) responseEvent.truncated = truncated;
  if (refused !== undefined) responseEvent.error = refused;
  else if (unread && !truncated)
    responseEvent.error = describeUnread(
      expectedForm ?? describeAnswerForm(state.config.answer),
      read,
    );
  if (clarified) responseEvent.clarified = clarified;
  const blind = findBlindness(state, seat, text);
  if (blind !== null) responseEvent.blind = blind;
  if (outcome.model !== undefined) responseEvent.model = outcome.model;
  if (outcome.reply?.toolCalls?.length) responseEvent.toolCalls = outcome.reply.toolCalls;
  ports.emit(responseEvent);
}
