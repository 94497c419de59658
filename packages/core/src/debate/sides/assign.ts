import { createClusters } from "../../decide/votes.ts";
import { createAutoReader } from "../../answers/create-reader.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import { ConfigError } from "../../errors.ts";
import { createRandom } from "../../record/random.ts";
import { withComparisons } from "../state/comparisons.ts";
import type { DebateState, Seat } from "../state/state.ts";

/** Assigns an answer to each debater. */
export interface SideAssignment {
  /** The answers, each once. */
  answers: readonly ReadAnswer<unknown>[];
  /** Index into `answers`, by panel index. */
  sides: readonly number[];
  /** Panel indexes of the debaters that argue. */
  speakers: readonly number[];
}

/** Under `auto`, the kind is determined from the question and the answers that are argued for. */
function lockSidesReader(state: DebateState, texts: readonly string[]): AnswerReader {
  state.reader ??= withComparisons(
    createAutoReader(state.task.question, [...texts]),
    state.comparisons,
  );
  return state.reader;
}

/** One answer per debater, as configured. */
export function assignListed(state: DebateState, texts: readonly string[]): SideAssignment {
  const reader = lockSidesReader(state, texts);
  const read = texts.map((text, index) => {
    const reading = { answer: text, reasoning: "", confidence: null };
    const value = reader.read(reading, text);
    if (value === null) {
      const message = `expected an answer of the kind asked for, got "${text}"`;
      throw new ConfigError(`sides.answers[${index}]`, message);
    }
    return { ...value, wording: text };
  });
  const distinct = [...new Map(read.map((answer) => [answer.wording, answer])).values()];
  const sides = read.map(({ wording }) =>
    distinct.findIndex((answer) => answer.wording === wording),
  );
  return withSpeakers(state, distinct, sides);
}

/**
 * The answers of round 0's two largest groups. Debaters that gave one of them argue for it; the others join the
 * smaller side. `null` if there are fewer than two groups.
 */
export function assignLeaders(state: DebateState): SideAssignment | null {
  const { ports, seats } = state;
  const positions = ports.rounds[0]?.positions ?? [];
  const groups = [0, 1].map((wanted) =>
    positions.flatMap(({ cluster }, index) => (cluster === wanted ? [index] : [])),
  );
  if (groups.some(({ length }) => length === 0)) return null;
  const answers = createClusters(groups, positions).flatMap(({ speaker, answer }) => {
    const value = seats[speaker]?.value;
    return value && answer !== "" ? [{ ...value, wording: answer }] : [];
  });
  if (answers.length < 2) return null;
  const sides: number[] = [];
  const sizes = groups.map(({ length }) => length);
  for (const { index } of seats) {
    const ownGroup = groups.findIndex((group) => group.includes(index));
    const side = ownGroup >= 0 ? ownGroup : (sizes[1] ?? 0) < (sizes[0] ?? 0) ? 1 : 0;
    if (ownGroup < 0) sizes[side] = (sizes[side] ?? 0) + 1;
    sides.push(side);
  }
  return withSpeakers(state, answers, sides);
}

/** Rotates the sides: each answer is argued for by those who argued for the one before it. */
export function swapSides({ answers, sides, speakers }: SideAssignment): SideAssignment {
  return { answers, speakers, sides: sides.map((side) => (side + 1) % answers.length) };
}

/** A single consultant argues for an answer drawn by seed, without an opponent. */
function withSpeakers(
  { config, task, seats }: DebateState,
  answers: readonly ReadAnswer<unknown>[],
  sides: readonly number[],
): SideAssignment {
  const everybody = seats.map(({ index }) => index);
  if (config.sides?.consultancy !== true) return { answers, sides, speakers: everybody };
  const random = createRandom(`consultancy ${config.seed} ${task.question}`);
  const startIndex = Math.floor(random() * answers.length);
  const consultant = everybody.find((index) => sides[index] === startIndex) ?? 0;
  return { answers, sides, speakers: [consultant] };
}

export function getSide({ answers, sides }: SideAssignment, { index }: Seat): ReadAnswer<unknown> {
  return answers[sides[index] ?? 0] as ReadAnswer<unknown>;
}
