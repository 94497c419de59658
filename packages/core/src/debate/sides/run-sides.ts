import { createReader } from "../../answers/create-reader.ts";
import { readReply } from "../../answers/read-reply.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import { withoutMarks } from "../../answers/reply/sections.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { createQuoteSources } from "../../record/quotes/sources.ts";
import type { ModelReply } from "../../protocol/model.ts";
import { prepareCall } from "../asking/calls.ts";
import { createDecisionEvent, expressAnswer } from "../deciding/conclude.ts";
import {
  callJudge,
  judgeParts,
  NO_BUDGET_ERROR,
  readRuling,
  type Ruling,
} from "../deciding/call-judge.ts";
import { fenceMark, type Quote } from "../prompts/marks.ts";
import type { SetAttribute } from "../state/ports.ts";
import { showVerifiedQuotes } from "../quoting/verified-quotes.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { escalate } from "../human-review/review.ts";
import { type DebateState, findBasis, noteMissing, withMissing } from "../state/state.ts";
import { argueSides, type Argued } from "./argue.ts";
import { swapSides, type SideAssignment } from "./assign.ts";
import { JUDGING_SIDES, shownTexts, UNSEEN } from "../prompts/sides-prompts.ts";

/**
 * Runs a debate before a judge: each debater argues for its assigned answer, and nobody votes. With `swap` the debate
 * is repeated with swapped answers, and the ruling counts only if it stays the same.
 */
export async function runSides(
  state: DebateState,
  spendGuard: SpendGuard,
  assignment: SideAssignment,
  rounds: { from: number; count: number },
): Promise<void> {
  const { config, ports } = state;
  const argued = [await argueSides(state, spendGuard, assignment, rounds)];
  const wantsSwap = config.sides?.swap === true;
  if (wantsSwap && argued[0]?.stopReason === "max_rounds") {
    const from = rounds.from + rounds.count;
    const turned = swapSides(assignment);
    argued.push(await argueSides(state, spendGuard, turned, { from, count: rounds.count }));
  }
  const complete = argued.filter(({ stopReason }) => stopReason === "max_rounds");
  if (wantsSwap && complete.length < 2) {
    noteMissing(state, { what: "swap", error: "a round was not finished" });
  }
  const judged = argued.filter(
    ({ transcript, stopReason }, index) =>
      transcript.length > 0 && (index === 0 || stopReason === "max_rounds"),
  );
  const strategy = { strategy: "judged" };
  const decided = await ports.span("debate.aggregate", strategy, async (setAttribute) => {
    const rulings = await askJudges(state, spendGuard, judged, setAttribute);
    const event = withMissing(state, createSidesDecision(state, judged, rulings, argued));
    setAttribute("escalate_to_human", event.answer === null);
    ports.emit(event);
    return event;
  });
  if (decided.answer === null) await escalate(state, decided, { agreement: null, tied: false });
}

async function askJudges(
  state: DebateState,
  spendGuard: SpendGuard,
  judged: readonly Argued[],
  setAttribute: SetAttribute,
): Promise<Ruling[]> {
  const judge = state.config.judge as Member;
  const reader = state.reader as AnswerReader;
  const prepared = judged.map((argued, index) => ({
    call: prepareJudgeCall(state, judge, argued, index === 1),
    read: ({ text: raw }: ModelReply, mark: string): ReadAnswer<unknown> | null => {
      const [reading, text] = [readReply(raw, mark), withoutMarks(raw, mark)];
      const { answers } = argued.assignment;
      return findNamedAnswer(reading, text, answers, reader, state.task.question);
    },
  }));
  const request = { judge, mode: "synthesize" as const, expected: ONE_ANSWER, setAttribute };
  const replies = await callJudge(state, spendGuard, request, prepared);
  if (replies === null) noteMissing(state, { what: "judge", error: NO_BUDGET_ERROR });
  return (replies ?? []).map((reply) => {
    const ruling = readRuling(reply);
    const { value } = reply;
    return value === null ? { error: NONE_NAMED, ...ruling } : { ...ruling, value };
  });
}

const ONE_ANSWER = "one of the answers above, word for word";
const NONE_NAMED = "its reply names none of the answers that were argued for";

function createSidesDecision(
  state: DebateState,
  judged: readonly Argued[],
  rulings: readonly Ruling[],
  argued: readonly Argued[],
): SynthesizedEvent {
  const reader = state.reader as AnswerReader;
  const [first] = rulings;
  for (const { error } of rulings) {
    if (error !== undefined) noteMissing(state, { what: "judge", error });
  }
  const values = rulings.map(({ value }) => value);
  const [value = null, other = null] = values;
  const failed = values.length === 0 || values.includes(null);
  const isStable = value !== null && other !== null && isSameAnswer(reader, value, other);
  const confirmedAnswer = failed || (values.length > 1 && !isStable) ? null : value;
  const express = (answer: ReadAnswer<unknown> | null): unknown =>
    expressAnswer(reader, answer, answer ? [answer] : []).answer;
  const decisive = confirmedAnswer === null ? undefined : first;
  return createDecisionEvent({
    method: "judged",
    basis: findBasis(state, []),
    ...expressAnswer(reader, confirmedAnswer, confirmedAnswer ? [confirmedAnswer] : []),
    text: decisive?.text ?? "",
    reasoning: decisive?.reasoning ?? "",
    confidence: decisive?.confidence ?? null,
    confidenceBasis: decisive?.confidence == null ? null : "judge",
    winner: findWinner(state, judged, confirmedAnswer),
    calls: rulings.flatMap(({ calls }) => calls),
    stopReason:
      argued.find(({ stopReason }) => stopReason !== "max_rounds")?.stopReason ?? "max_rounds",
    ...(first?.text === undefined ? {} : { judgment: first.text }),
    ...(rulings.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
    ...(values.length > 1 ? { swap: { held: isStable, answers: values.map(express) } } : {}),
  });
}

/** The first debater that argued for the answer; `null` if all debaters argued for every answer. */
function findWinner(
  { config }: DebateState,
  judged: readonly Argued[],
  confirmedAnswer: ReadAnswer<unknown> | null,
): string | null {
  const [only, ...otherDebates] = judged;
  if (!only || otherDebates.length > 0 || confirmedAnswer === null) return null;
  const { answers, sides, speakers } = only.assignment;
  const side = answers.indexOf(confirmedAnswer);
  const winner = speakers.find((index) => sides[index] === side);
  return winner === undefined ? null : (config.members[winner]?.name ?? null);
}

function prepareJudgeCall(
  state: DebateState,
  judge: Member,
  { assignment, transcript }: Argued,
  swap: boolean,
): StepCall {
  const unseen = judge.sees === "quotes";
  const answers = assignment.answers.map(({ wording }) => wording);
  const texts: readonly Quote[] = unseen ? checkQuotes(state, transcript, answers) : transcript;
  const reply = swap ? { swapped: true as const } : {};
  const step = formatStepName({ role: "judge", reversed: false, ...reply });
  const visibleTexts = shownTexts(fenceMark(state.task, step), answers, texts);
  const turn = [
    ...(unseen ? [UNSEEN] : []),
    `The answers are:\n\n${visibleTexts.answers}`,
    `The debaters said:\n\n${visibleTexts.texts}`,
    JUDGING_SIDES,
  ].join("\n\n");
  return prepareCall(state, {
    ...judgeParts(state, judge, turn),
    step,
    reply: { section: ONE_ANSWER, confidence: true },
  });
}

function checkQuotes(
  { task, ports }: DebateState,
  transcript: readonly Quote[],
  answers: readonly string[],
): readonly Quote[] {
  const texts = transcript.map(({ text }) => text);
  const material = createQuoteSources(ports.rounds, task.material).context();
  const verifiedTexts = showVerifiedQuotes(texts, material, [task.question, ...answers]);
  return transcript.map(({ label }, index) => ({ label, text: verifiedTexts[index] ?? "" }));
}

/** Finds the one answer that a ruling names: by its words, its number, or as an option. */
function findNamedAnswer(
  reading: Reading,
  text: string,
  answers: readonly ReadAnswer<unknown>[],
  reader: AnswerReader,
  question: string,
): ReadAnswer<unknown> | null {
  const answerText = (reading.answer ?? "").trim().toLowerCase();
  const verbatim = answers.filter(({ wording }) => wording.trim().toLowerCase() === answerText);
  if (verbatim.length === 1) return verbatim[0] ?? null;
  const value = reader.read(reading, text);
  const isSame =
    value === null ? [] : answers.filter((answer) => isSameAnswer(reader, answer, value));
  if (isSame.length === 1) return isSame[0] ?? null;
  const number = /^\W*(?:answer\s*)?#?(\d{1,2})\W*$/i.exec(answerText)?.[1];
  if (number !== undefined) return answers[Number(number) - 1] ?? null;
  const options = answers.map(({ wording }) => wording);
  const option = createReader<string>({ type: "choice", options }, question)?.read(reading, text);
  return answers.find(({ wording }) => wording === option?.value) ?? null;
}
