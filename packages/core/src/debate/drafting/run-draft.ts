import { alignQuote, createQuotable } from "../../answers/quotes/find-quote.ts";
import { createCritiqueReader, type ReadCritique } from "../../answers/drafting/read-critique.ts";
import { readObject } from "../../answers/reply/read-object.ts";
import type { AnswerReader } from "../../protocol/answer.ts";
import type { Critique } from "../../protocol/critique.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { ModelReply } from "../../protocol/model.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import { noteClarified, readAsked, type CallResult } from "../asking/ask-readable.ts";
import { askAll, debaterStep, mayAsk, type MemberReply, type PreparedCall } from "../asking/ask.ts";
import { speaksIn } from "../config/debate-kinds.ts";
import { prepareCall } from "../asking/calls.ts";
import { questionTurns, withInstructions } from "../prompts/prompt-parts.ts";
import { createDecisionEvent } from "../deciding/conclude.ts";
import { callJudge, judgeParts, NO_BUDGET_ERROR, readRuling } from "../deciding/call-judge.ts";
import { fenceMark, fenceQuotes, quotation } from "../prompts/marks.ts";
import type { SetAttribute } from "../state/ports.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { escalate } from "../human-review/review.ts";
import { closeUnvoted, runRound, pauseAfter } from "../rounds/round.ts";
import { type DebateState, noteMissing, type Seat, withMissing } from "../state/state.ts";
import { showNotes } from "../asking/view.ts";
import {
  CRITICIZING,
  CRITIQUE,
  CRITIQUE_SCHEMA,
  DRAFTING,
  REVISE,
  SIGNING,
  SIGNING_SCHEMA,
  WRITE,
} from "../prompts/drafting-prompts.ts";

/** The current text, and the latest critiques: of this text, or after a revision of the text before it. */
interface Draft {
  text: string;
  round: number;
  /** Chat in which the text was written. */
  chat: readonly PromptMessage[];
  critiques: ReadonlyMap<number, Critique[]>;
}

/** One member drafts, the others criticize with quotes, the first revises, and the judge signs off. */
export async function runDraft(state: DebateState, spendGuard: SpendGuard): Promise<void> {
  const { config, ports } = state;
  const draft: Draft = { text: "", round: 0, chat: [], critiques: new Map() };
  let stopReason = "max_rounds";
  for (let round = 0; round <= config.rounds; round++) {
    const ended = await runDraftRound(state, spendGuard, draft, round);
    await pauseAfter(state, round, ended === null && round < config.rounds);
    if (ended === null) continue;
    stopReason = ended;
    break;
  }
  const strategy = { strategy: "drafted" };
  const decided = await ports.span("debate.aggregate", strategy, async (setAttribute) => {
    const signed = await askEditor(state, spendGuard, draft, setAttribute);
    const event = withMissing(state, createDraftDecision(state, draft, signed, stopReason));
    setAttribute("escalate_to_human", event.signedOff !== true);
    ports.emit(event);
    return event;
  });
  const doubtful = decided.signedOff !== true;
  if (doubtful) await escalate(state, decided, { agreement: null, tied: false });
}

async function runDraftRound(
  state: DebateState,
  spendGuard: SpendGuard,
  draft: Draft,
  round: number,
): Promise<string | null> {
  state.ports.beginRound(round);
  const speakers = state.seats.filter(
    (seat) => speaksIn(seat.index, round) && mayAsk(state, seat, round),
  );
  if (speakers.length === 0) return "panel_failed";
  const drafting = round % 2 === 0;
  const preparedCalls = speakers.map((seat) => prepareTurn(state, seat, draft, round));
  const reader = drafting ? state.reader : (createCritiqueReader() as AnswerReader);
  return runRound(state, spendGuard, round, preparedCalls, {
    ask: () => askAll({ ...state, reader }, preparedCalls),
    close(answered) {
      if (!drafting) draft.critiques = citeCritiques(state, answered, draft);
      const stop = closeUnvoted(state, round, answered, ({ index }) => {
        const critique = drafting ? undefined : draft.critiques.get(index);
        return critique ? { critique } : {};
      });
      if (drafting) takeText(answered, draft, round);
      return stop?.reason ?? null;
    },
  });
}

function takeText(replies: readonly MemberReply[], draft: Draft, round: number): void {
  const [written] = replies;
  const text = written?.read?.value?.value;
  if (!written || typeof text !== "string") return;
  draft.text = text;
  draft.round = round;
  draft.chat = [...written.messages, { role: "assistant", content: text }];
}

/** Quotes of a critique are looked up in the draft. */
function citeCritiques(
  { seats }: DebateState,
  replies: readonly MemberReply[],
  { text, round }: Draft,
): Map<number, Critique[]> {
  const drafter = seats[0]?.member.name ?? "";
  const source = createQuotable({ source: "position", debater: drafter, round }, text);
  return new Map(
    replies.flatMap(({ seat, read }) => {
      const points = read?.value?.value as ReadCritique[] | undefined;
      if (!points) return [];
      const critique = points.map(({ quote, ...point }) => ({
        quote: quote === "" ? null : alignQuote(quote, [source]),
        ...point,
      }));
      return [[seat.index, critique] as const];
    }),
  );
}

function prepareTurn(state: DebateState, seat: Seat, draft: Draft, round: number): PreparedCall {
  const { task } = state;
  const drafting = round % 2 === 0;
  const { member } = seat;
  const step = debaterStep(seat, round);
  const mark = fenceMark(task, step);
  const notes = round === 0 ? "" : showNotes(state, seat, round, mark);
  const work = drafting
    ? round === 0
      ? WRITE
      : `${listObjections(draft, mark)}\n\n${REVISE}`
    : `${quotation(mark, "the draft", draft.text)}\n\n${CRITIQUE}`;
  const turn = notes + work;
  const revising = drafting && draft.chat.length > 0;
  const call = prepareCall(state, {
    member,
    role: "debater",
    step,
    round,
    own: seat.vote,
    ...(drafting ? {} : { items: [draft.text] }),
    system: withInstructions(drafting ? DRAFTING : CRITICIZING, member),
    messages: revising
      ? [...draft.chat, { role: "user", content: turn }]
      : questionTurns(task, turn),
    reply: drafting ? "text" : { schema: CRITIQUE_SCHEMA },
  });
  return { seat, call, expected: "one JSON object with the critique" };
}

function listObjections({ critiques }: Draft, mark: string): string {
  const quotes = [...critiques].flatMap(([, points], critic) =>
    points.map((point, index) => ({
      label: `critic ${critic + 1}, objection ${index + 1}`,
      text: writeObjection(point),
    })),
  );
  if (quotes.length === 0) return "The critics have no objections.";
  return `The critics object:\n\n${fenceQuotes(mark, quotes).join("\n\n")}`;
}

function writeObjection({ quote, problem, suggestion }: Critique): string {
  const quoteLine = quote === null ? "" : `On: ${quote.text}\n`;
  const warning =
    quote === null || quote.verified ? "" : "(These words don't stand in the draft.)\n";
  const instead = suggestion === "" ? "" : `\nInstead: ${suggestion}`;
  return quoteLine + warning + problem + instead;
}

interface Signed {
  /** `null`: the judge gave no decision. */
  signedOff: boolean | null;
  reason: string;
  /** `null`: the judge was not asked. */
  result: CallResult<unknown> | null;
}

async function askEditor(
  state: DebateState,
  spendGuard: SpendGuard,
  draft: Draft,
  setAttribute: SetAttribute,
): Promise<Signed> {
  const judge = state.config.judge as Member;
  const step = formatStepName({ role: "judge", reversed: false });
  const mark = fenceMark(state.task, step);
  const turn = [quotation(mark, "the text", draft.text), listObjections(draft, mark), SIGNING].join(
    "\n\n",
  );
  const call = prepareCall(state, {
    ...judgeParts(state, judge, turn),
    messages: questionTurns(state.task, turn),
    step,
    reply: { schema: SIGNING_SCHEMA },
  });
  const request = { judge, mode: "synthesize" as const, expected: SIGNATURE, setAttribute };
  const [callResult = null] =
    (await callJudge(state, spendGuard, request, [{ call, read: readSignature }])) ?? [];
  if (callResult?.value) return { ...callResult.value, result: callResult };
  const error = callResult === null ? NO_BUDGET_ERROR : (readRuling(callResult).error ?? UNCLEAR);
  noteMissing(state, { what: "judge", error });
  return { signedOff: null, reason: "", result: callResult };
}

const SIGNATURE = "one JSON object that says whether you sign the text off";
const UNCLEAR = "its reply does not say whether it signs the text off";

function readSignature(
  { text }: ModelReply,
  mark: string,
): { signedOff: boolean; reason: string } | null {
  const { signedOff, reason } = readObject(text, mark) ?? {};
  if (typeof signedOff !== "boolean") return null;
  return { signedOff, reason: typeof reason === "string" ? reason : "" };
}

function createDraftDecision(
  { seats }: DebateState,
  { text }: Draft,
  { signedOff, reason, result: callResult }: Signed,
  stopReason: string,
): SynthesizedEvent {
  return createDecisionEvent({
    method: "drafted",
    basis: "exact",
    answer: text === "" ? null : text,
    text,
    reasoning: reason,
    winner: seats[0]?.member.name ?? null,
    calls: callResult?.calls ?? [],
    stopReason,
    ...(callResult?.outcome.reply ? { judgment: readAsked(callResult).text } : {}),
    signedOff,
    ...(callResult ? noteClarified(callResult) : {}),
  });
}
