import { readerFor, readReply, sameAnswer, withoutMarks } from "../../answers/index.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import type { PaidCall } from "../../protocol/events.ts";
import { stepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { quoteSources } from "../../record/index.ts";
import { fenceSource } from "../fence-source.ts";
import { callOf, promptInput, questionTurns, withInstructions } from "../calls.ts";
import { askReadable, readAsked, type Asked } from "../ask-readable.ts";
import { wasCutOff } from "../cut-off.ts";
import { showVerifiedQuotes } from "../quoting/verified-quotes.ts";
import type { SetAttribute } from "../ports.ts";
import type { Member } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";
import type { Argued } from "./argue.ts";
import { JUDGING_SIDES, shownTexts, UNSEEN } from "./prompt.ts";

/** What the judge made of one assignment. */
export interface SideVerdict {
  /** `null`: it names none of the answers. */
  value: ReadAnswer<unknown> | null;
  text: string | undefined;
  reasoning: string;
  confidence: number | null;
  calls: PaidCall[];
  clarified?: true;
  error?: string;
}

export function sidesCall(
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
  return callOf({
    config,
    task,
    member: judge,
    role: "judge",
    step: stepName({ role: "judge", reversed: false, ...(swap ? { swapped: true } : {}) }),
    round,
    own: null,
    peers: [],
    system: withInstructions(config.prompts.judgeSystem(promptInput("judge", round)), judge),
    messages: questionTurns(unseen ? { ...task, context: [] } : task, turn),
    reply: { section: "one of the answers above, word for word", confidence: true },
    capped: ports.budget !== null,
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

export async function askSidesJudge(
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
      return answerNamed(reading, text, answers, reader as AnswerReader, task.question);
    },
    "one of the answers above, word for word",
  );
  state.ports.describeCall?.(set, asked.call, asked.outcome);
  return verdictFrom(asked);
}

function verdictFrom(asked: Asked<ReadAnswer<unknown>>): SideVerdict {
  const { outcome, calls, value } = asked;
  const nothing = { value: null, text: undefined, reasoning: "", confidence: null };
  if (outcome.reply === null) return { ...nothing, calls, error: outcome.error ?? "no reply" };
  const { finishReason } = outcome.reply;
  const { reading, text } = readAsked(asked);
  const { reasoning, confidence } = reading;
  const clarified = asked.first === null ? {} : { clarified: true as const };
  const said = { ...nothing, ...clarified, text, reasoning, confidence, calls };
  if (wasCutOff(finishReason)) return { ...said, error: "its reply was cut off" };
  return value === null
    ? { ...said, error: "its reply names none of the answers that were argued for" }
    : { ...said, value };
}

/** The one answer that a verdict names: in its own words, by its number, or as an option. */
export function answerNamed(
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
