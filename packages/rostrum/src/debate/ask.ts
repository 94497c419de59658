import { toPaidCall } from "../protocol/add-usage.ts";
import { stepName } from "../protocol/step-id.ts";
import type { AnswerReader } from "../protocol/answer.ts";
import type { PaidCall } from "../protocol/events.ts";
import type { PromptMessage } from "../protocol/question.ts";
import type { StepCall, StepOutcome } from "../protocol/step.ts";
import { appended } from "./appended.ts";
import { askReadable, readAsked, readFrom, type Asked } from "./ask-readable.ts";
import { expectedAnswer } from "./expected-answer.ts";
import { callOf, promptInput, questionTurns } from "./calls.ts";
import { cruxTurn } from "./crux/prompt.ts";
import type { SetAttribute } from "./ports.ts";
import { moderatorsWords } from "./notes.ts";
import { roundMark } from "./round-mark.ts";
import { seededRandom, stepSeeds } from "../record/random.ts";
import {
  type DebateState,
  hasChanged,
  readModelReply,
  type ReadReply,
  type ReadText,
  type Seat,
} from "./state.ts";
import { seesAll, visibleTo } from "./topology.ts";
import { viewOf } from "./view.ts";

/** A call that is ready to be made. */
export interface Asking {
  seat: Seat;
  call: StepCall;
  /** What the reply should be, in words. Absent: an answer of the debate's kind. */
  expected?: string;
  /**
   * With transcripts: panel indexes of the peers whose rounds so far are in the turn or in the chat
   * before it.
   */
  shown?: readonly number[];
}

export interface Answered {
  seat: Seat;
  round: number;
  /** The turns of the call, for the seat's chat. */
  messages: PromptMessage[];
  /** The marks of its replies. */
  marks: readonly string[];
  /** The first reply could not be read, and it was asked again. */
  clarified?: true;
  outcome: StepOutcome;
  calls: PaidCall[];
  shown?: readonly number[];
  /** `null` when the debater failed. */
  read: ReadReply | null;
}

/** Prepares the calls of a round. All are prepared before the first is made, from one snapshot. */
export function prepareAll(
  state: DebateState,
  seats: readonly Seat[],
  round: number,
  crux: string | null = null,
): Asking[] {
  const { config, task } = state;
  const mark = round === 0 ? null : roundMark(state, round);
  const steps = seats.map((seat) => debaterStep(seat, round));
  const seeds = stepSeeds(config.seed, steps, task.question);
  return seats.map((seat, at) => prepare(state, seat, round, crux, { mark, seed: seeds[at] }));
}

/** What the calls of a round are prepared with, computed for all of them at once. */
interface Prepared {
  /** See `roundMark`. */
  mark: string | null;
  seed: number | undefined;
}

function prepare(
  state: DebateState,
  seat: Seat,
  round: number,
  crux: string | null,
  { mark, seed }: Prepared,
): Asking {
  const { config, task, ports } = state;
  const { member, system, vote } = seat;
  let peers: StepCall["request"]["peers"] = [];
  let shown: readonly number[] | undefined;
  let turns: PromptMessage[];
  if (round === 0) {
    turns = state.opening.slice();
  } else {
    const view = viewOf({
      config,
      task,
      rounds: ports.rounds,
      seats: state.seats,
      labels: state.labels,
      round,
      visible: visibleFor(state, seat, round),
      viewer: seat,
      reader: state.reader as AnswerReader,
      crux,
      around: [],
      mark,
    });
    peers = view.peers;
    if (config.show === "transcript") shown = view.labels.map(([, index]) => index);
    // The claim comes after the replies that it is about.
    const peersText = view.crux === "" ? view.text : `${view.text}\n\n${cruxTurn(view.crux)}`;
    const shownParts = { peers: peersText, own: view.own, label: view.ownLabel };
    const turn = config.prompts.revision(promptInput("debater", round, shownParts));
    const revision = moderatorsWords(state, seat, round) + turn;
    // A debater that has not spoken yet gets the question together with what the others said.
    turns =
      seat.chat.length === 0
        ? questionTurns(task, revision)
        : appended(seat.chat, { role: "user", content: revision });
  }
  const call = callOf({
    config,
    task,
    member,
    role: "debater",
    step: debaterStep(seat, round),
    round,
    own: vote,
    peers,
    system,
    messages: turns,
    earlierMarks: [...seat.replyMarks],
    seed,
    capped: ports.budget !== null,
  });
  return shown ? { seat, call, shown } : { seat, call };
}

/** Panel indexes that a debater sees in a round; `null`: everybody. */
function visibleFor(
  { config, task, seats }: DebateState,
  seat: Seat,
  round: number,
): number[] | null {
  const { see, seed } = config;
  if (seesAll(see)) return null;
  const [viewer, size] = [seat.index, seats.length];
  const random = seededRandom(`see ${seed} ${round} ${viewer} `, task.question);
  return visibleTo(see, { viewer, size, round, random });
}

/** Whether a debater can be asked in a round. */
export function mayAsk({ ports }: DebateState, seat: Seat, round: number): boolean {
  return !seat.dropped || ports.recalls(debaterStep(seat, round), round);
}

function debaterStep({ index }: Seat, round: number): string {
  return stepName({ role: "debater", seat: index, round });
}

/** Asks for a reply, and once more if it can't be read. `set` describes the call in a trace. */
export async function askSeat(
  state: DebateState,
  asking: Asking,
  /** Is told of a first reply that can't be read, before it is asked for again. */
  onAgain: (first: Answered) => void,
  set?: SetAttribute,
): Promise<Answered> {
  const { ports, config } = state;
  const asked = await askReadable(
    state,
    asking.call,
    ({ text }, _mark, call) => {
      const said = readFrom(text, call);
      return isReadable(state, said) ? said : null;
    },
    asking.expected ?? expectedAnswer(config.answer),
    (outcome) => {
      const { call } = asking;
      const calls = [toPaidCall(call, outcome)];
      onAgain(answeredBy(state, asking, { ...NOTHING_READ, call, outcome, calls }));
    },
  );
  const answered = answeredBy(state, asking, asked);
  if (set) {
    ports.describeCall?.(set, asked.call, asked.outcome);
    const { read, seat } = answered;
    if (read?.reading.confidence != null) set("confidence", read.reading.confidence);
    // Preliminary: answers in prose may still be compared.
    set("changed", state.reader !== null && hasChanged(state.reader, seat, read?.value ?? null));
  }
  return answered;
}

const NOTHING_READ = { value: null, first: null };

/** Under `auto`, any answer will do. */
function isReadable({ config, reader }: DebateState, { reading, text }: ReadText): boolean {
  const { answer } = config;
  const auto =
    answer === "auto" || (typeof answer === "object" && "type" in answer && answer.type === "auto");
  if (auto || reader === null) return reading.answer !== null;
  return reader.read(reading, text) !== null;
}

/** What came of a call, read. */
function answeredBy(state: DebateState, { seat, shown }: Asking, asked: Asked<ReadText>): Answered {
  const { call, outcome, calls, first, value } = asked;
  const { messages, round } = call.request;
  const marks = [call.mark, ...(first ? [first.call.mark] : [])];
  const answered: Answered = { seat, round, messages, marks, outcome, calls, read: null };
  if (outcome.reply !== null) {
    const said = value !== null && first === null ? value : readAsked(asked);
    answered.read = readModelReply(state, said, outcome.reply.finishReason);
  }
  if (first !== null) answered.clarified = true;
  if (shown) answered.shown = shown;
  return answered;
}
