import { readerFor, readReply, sameAnswer, withoutMarks } from "../../answers/index.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import type { PaidCall, SynthesizedEvent } from "../../protocol/events.ts";
import { stepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { quoteSources } from "../../record/index.ts";
import { askReadable, findFailure, noteClarified, readAsked, type Asked } from "../ask-readable.ts";
import { prepareCall, promptInput, questionTurns, withInstructions } from "../calls.ts";
import { describeDecision, expressAnswer } from "../conclude.ts";
import { fenceSource } from "../marks.ts";
import type { SetAttribute } from "../ports.ts";
import { showVerifiedQuotes } from "../quoting/verified-quotes.ts";
import type { Caps } from "../reserve.ts";
import type { Member } from "../resolved-config.ts";
import { escalate } from "../review.ts";
import { type DebateState, endForBudget, findBasis, noteMissing, withMissing } from "../state.ts";
import { argueSides, type Argued } from "./argue.ts";
import { swapSides, type Assignment } from "./assign.ts";
import { JUDGING_SIDES, shownTexts, UNSEEN } from "./prompt.ts";

/**
 * A debate before a judge: everybody argues for the answer that it was given, and nobody votes. With
 * `swap` it is held again with the answers swapped, and the verdict stands only if it is the same.
 */
export async function runSides(
  state: DebateState,
  caps: Caps,
  assignment: Assignment,
  rounds: { from: number; count: number },
): Promise<void> {
  const { config, ports } = state;
  const argued = [await argueSides(state, caps, assignment, rounds)];
  const wantsSwap = config.sides?.swap === true;
  if (wantsSwap && argued[0]?.stopReason === "max_rounds") {
    const from = rounds.from + rounds.count;
    const turned = swapSides(assignment);
    argued.push(await argueSides(state, caps, turned, { from, count: rounds.count }));
  }
  const complete = argued.filter(({ stopReason }) => stopReason === "max_rounds");
  if (wantsSwap && complete.length < 2) {
    noteMissing(state, { what: "swap", error: "the debate with the answers swapped was not held" });
  }
  const judged = argued.filter(
    ({ transcript, stopReason }, index) =>
      transcript.length > 0 && (index === 0 || stopReason === "max_rounds"),
  );
  const strategy = { strategy: "judged" };
  const [event, doubtful] = await ports.span("debate.aggregate", strategy, async (set) => {
    const verdicts = await askJudges(state, caps, judged, set);
    const decided = withMissing(state, describeVerdict(state, judged, verdicts, argued));
    const doubt = decided.answer === null;
    set("escalate_to_human", doubt);
    ports.emit(decided);
    return [decided, doubt];
  });
  if (doubtful) await escalate(state, event, { agreement: null, tied: false });
}

async function askJudges(
  state: DebateState,
  caps: Caps,
  judged: readonly Argued[],
  set: SetAttribute,
): Promise<SideVerdict[]> {
  const judge = state.config.judge as Member;
  const calls = judged.map((argued, index) => prepareJudgeCall(state, judge, argued, index === 1));
  const shortage = await caps.reserveClosing("judge", calls);
  if (shortage !== null) {
    endForBudget(state, shortage);
    noteMissing(state, { what: "judge", error: "the budget has no room for its call" });
    return [];
  }
  const several = calls.length > 1 ? { times: calls.length } : {};
  state.ports.emit({ type: "debate.judging", judge: judge.name, mode: "synthesize", ...several });
  return Promise.all(
    judged.map((argued, index) => askSidesJudge(state, calls[index] as StepCall, argued, set)),
  );
}

function describeVerdict(
  state: DebateState,
  judged: readonly Argued[],
  verdicts: readonly SideVerdict[],
  argued: readonly Argued[],
): SynthesizedEvent {
  const reader = state.reader as AnswerReader;
  const [first] = verdicts;
  for (const { error } of verdicts) {
    if (error !== undefined) noteMissing(state, { what: "judge", error });
  }
  const values = verdicts.map(({ value }) => value);
  const [value = null, other = null] = values;
  const failed = values.length === 0 || values.includes(null);
  const held = value !== null && other !== null && sameAnswer(reader, value, other);
  const stands = failed || (values.length > 1 && !held) ? null : value;
  const express = (each: ReadAnswer<unknown> | null): unknown =>
    expressAnswer(reader, each, each ? [each] : []).answer;
  const said = stands === null ? undefined : first;
  return describeDecision(
    {
      method: "judged",
      basis: findBasis(state, []),
      ...expressAnswer(reader, stands, stands ? [stands] : []),
      text: said?.text ?? "",
      reasoning: said?.reasoning ?? "",
      confidence: said?.confidence ?? null,
      confidenceBasis: said?.confidence == null ? null : "judge",
      winner: findWinner(state, judged, stands),
      calls: verdicts.flatMap(({ calls }) => calls),
      stopReason:
        argued.find(({ stopReason }) => stopReason !== "max_rounds")?.stopReason ?? "max_rounds",
    },
    {
      ...(first?.text === undefined ? {} : { judgment: first.text }),
      ...(verdicts.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
      ...(values.length > 1 ? { swap: { held, answers: values.map(express) } } : {}),
    },
  );
}

/** The first who argued for the answer; nobody where all argued for all of them. */
function findWinner(
  { config }: DebateState,
  judged: readonly Argued[],
  stands: ReadAnswer<unknown> | null,
): string | null {
  const [only, ...others] = judged;
  if (!only || others.length > 0 || stands === null) return null;
  const { answers, sides, speakers } = only.assignment;
  const side = answers.indexOf(stands);
  const winner = speakers.find((index) => sides[index] === side);
  return winner === undefined ? null : (config.members[winner]?.name ?? null);
}

/** What the judge made of one assignment. */
interface SideVerdict {
  /** `null`: it names none of the answers. */
  value: ReadAnswer<unknown> | null;
  text: string | undefined;
  reasoning: string;
  confidence: number | null;
  calls: PaidCall[];
  clarified?: true;
  error?: string;
}

function prepareJudgeCall(
  state: DebateState,
  judge: Member,
  { assignment, transcript }: Argued,
  swap: boolean,
): StepCall {
  const { config, task, ports } = state;
  const round = ports.rounds.length;
  const unseen = judge.sees === "quotes";
  const answers = assignment.answers.map(({ wording }) => wording);
  const said = unseen ? checkQuotes(state, transcript, answers) : transcript;
  const around = unseen ? [] : task.context.map(({ content }) => content);
  const shown = shownTexts(fenceSource(state, round), { answers, said }, around);
  const turn = [
    ...(unseen ? [UNSEEN] : []),
    `The answers are:\n\n${shown.answers}`,
    `The debaters said:\n\n${shown.said}`,
    JUDGING_SIDES,
  ].join("\n\n");
  return prepareCall(state, {
    member: judge,
    role: "judge",
    step: stepName({ role: "judge", reversed: false, ...(swap ? { swapped: true } : {}) }),
    round,
    system: withInstructions(config.prompts.judgeSystem(promptInput("judge", round)), judge),
    messages: questionTurns(unseen ? { ...task, context: [] } : task, turn),
    reply: { section: "one of the answers above, word for word", confidence: true },
  });
}

function checkQuotes(
  { task }: DebateState,
  transcript: Argued["transcript"],
  answers: readonly string[],
): Argued["transcript"] {
  const texts = transcript.map(({ text }) => text);
  const material = quoteSources([], task.material).context();
  const shown = showVerifiedQuotes(texts, material, [task.question, ...answers]);
  return transcript.map(({ label }, place) => ({ label, text: shown[place] ?? "" }));
}

async function askSidesJudge(
  state: DebateState,
  call: StepCall,
  { assignment }: Argued,
  set: SetAttribute,
): Promise<SideVerdict> {
  const { answers } = assignment;
  const { task, reader } = state;
  const asked = await askReadable(
    state,
    call,
    ({ text: raw }, mark) => {
      const [reading, text] = [readReply(raw, mark), withoutMarks(raw, mark)];
      return findNamedAnswer(reading, text, answers, reader as AnswerReader, task.question);
    },
    "one of the answers above, word for word",
  );
  state.ports.describeCall?.(set, asked.call, asked.outcome);
  return readVerdict(asked);
}

function readVerdict(asked: Asked<ReadAnswer<unknown>>): SideVerdict {
  const { outcome, calls, value } = asked;
  const nothing = { value: null, text: undefined, reasoning: "", confidence: null };
  if (outcome.reply === null) return { ...nothing, calls, error: outcome.error ?? "no reply" };
  const { reading, text } = readAsked(asked);
  const { reasoning, confidence } = reading;
  const said = { ...nothing, ...noteClarified(asked), text, reasoning, confidence, calls };
  const failure = findFailure(outcome);
  if (failure !== null) return { ...said, error: failure };
  return value === null
    ? { ...said, error: "its reply names none of the answers that were argued for" }
    : { ...said, value };
}

/** The one answer that a verdict names: in its own words, by its number, or as an option. */
function findNamedAnswer(
  reading: Reading,
  text: string,
  answers: readonly ReadAnswer<unknown>[],
  reader: AnswerReader,
  question: string,
): ReadAnswer<unknown> | null {
  const words = (reading.answer ?? "").trim().toLowerCase();
  const verbatim = answers.filter(({ wording }) => wording.trim().toLowerCase() === words);
  if (verbatim.length === 1) return verbatim[0] ?? null;
  const value = reader.read(reading, text);
  const same = value === null ? [] : answers.filter((answer) => sameAnswer(reader, answer, value));
  if (same.length === 1) return same[0] ?? null;
  const number = /^\W*(?:answer\s*)?#?(\d{1,2})\W*$/i.exec(words)?.[1];
  if (number !== undefined) return answers[Number(number) - 1] ?? null;
  const options = answers.map(({ wording }) => wording);
  const option = readerFor<string>({ type: "choice", options }, question)?.read(reading, text);
  return answers.find(({ wording }) => wording === option?.value) ?? null;
}
