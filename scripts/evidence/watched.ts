/* Random panels that are calibrated on some questions and watched on others. */
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import {
  createBeliefModelFrom,
  type BeliefModel,
} from "../../packages/core/src/decide/posterior.ts";
import { createPollReplayer } from "../../packages/core/src/decide/replay.ts";
import type { KindCalibration, ReplayRow } from "../../packages/core/src/protocol/calibration.ts";
import { reportShift, type ShiftReference } from "../../packages/core/src/decide/shift-report.ts";
import type { SeenDebate, ShiftAlarm } from "../../packages/core/src/protocol/shift.ts";
import { calibrationOf, kindOf, type PanelRow } from "./polls.ts";
import type { Readings } from "./readings.ts";

/** The settings of the poll that is watched. */
export const POLL = { target: 0.97, first: 2, batch: 1, costs: [] };

export interface DrawnPanel {
  /** Models of the set, by index. */
  members: number[];
  /** Models that are not in the panel. */
  others: number[];
  names: string[];
  random: () => number;
}

export function drawPanel({ models }: Readings, seed: string, size = 7): DrawnPanel {
  const random = createRandom(seed);
  const drawn = shuffle([...models.keys()], random);
  const members = drawn.slice(0, size).sort((a, b) => a - b);
  const names = members.map((at) => models[at] ?? "");
  return { members, others: drawn.slice(size), names, random };
}

/** Questions that most other models get right, and the rest: each half in a random order. */
export function splitByDifficulty(
  { questions }: Readings,
  { others, random }: DrawnPanel,
): { easy: number[]; hard: number[] } {
  const ranked = questions
    .map(({ answerGroups, right }, question) => ({
      question,
      solved: others.filter((at) => right.includes(answerGroups[at] ?? -1)).length + random() / 2,
    }))
    .sort((a, b) => b.solved - a.solved)
    .map(({ question }) => question);
  const half = Math.floor(ranked.length / 2);
  return {
    easy: shuffle(ranked.slice(0, half), random),
    hard: shuffle(ranked.slice(half), random),
  };
}

export interface WatchedPanel {
  names: string[];
  known: KindCalibration;
  beliefModel: BeliefModel;
  /** The members that every poll asks. */
  first: [number, number];
  reference: ShiftReference;
  /** What a debate shows that asks one by one. */
  see: (row: ReplayRow) => SeenDebate;
}

export function watchPanel(names: string[], calibrated: PanelRow[], basis: string): WatchedPanel {
  const known = kindOf(calibrationOf({ names, calibrated, tested: [] }, basis));
  const beliefModel = createBeliefModelFrom(names, known);
  const poll = createPollReplayer(beliefModel, POLL);
  const [a = 0, b = 1] = poll({ said: names.map(() => null), right: null, fold: 0 }).asked;
  const first: [number, number] = [a, b];
  return {
    ...{ names, known, beliefModel, first },
    reference: { calibration: "", known },
    see: (row) => describeSeen(names, row, poll(row).asked, first),
  };
}

/** What a debate shows: who was asked first, and who gave the same answer. */
export function describeSeen(
  names: readonly string[],
  { said: answerGroups }: Pick<ReplayRow, "said">,
  asked: readonly number[],
  first: readonly number[],
): SeenDebate {
  return {
    first: first.map((member) => names[member] ?? ""),
    groups: Object.fromEntries(
      asked.map((member) => [names[member] ?? "", answerGroups[member] ?? -1]),
    ),
  };
}

/** The first alarm in a stream of debates; it stays where it is when more debates come. */
export function findAlarm(
  { reference }: Pick<WatchedPanel, "reference">,
  debates: readonly SeenDebate[],
): ShiftAlarm | null {
  return reportShift(reference, debates)?.alarm ?? null;
}

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
