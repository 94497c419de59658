/* Random panels that are calibrated on some questions and watched on others. */
import { createRandom, shuffle } from "../../packages/rostrum/src/api/index.ts";
import {
  createJudgementFrom,
  createPollReplayer,
  type Judgement,
} from "../../packages/rostrum/src/decide/index.ts";
import type {
  KindCalibration,
  ReplayRow,
} from "../../packages/rostrum/src/protocol/calibration.ts";
import type { SeenQuestion } from "./methods/agreement-alarm.ts";
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

/** A question as these members answered it. */
export function rowOf(readings: Readings, members: readonly number[], question: number): PanelRow {
  const { said = [], right = null, tokens = [], asked = 0 } = readings.questions[question] ?? {};
  const pick = (list: readonly number[]): number[] => members.map((at) => list[at] ?? -1);
  return { said: pick(said), right, fold: 0, question, tokens: pick(tokens), asked };
}

/** Questions that most other models get right, and the rest: each half in a random order. */
export function splitByDifficulty(
  { questions }: Readings,
  { others, random }: DrawnPanel,
): { easy: number[]; hard: number[] } {
  const ranked = questions
    .map(({ said, right }, question) => ({
      question,
      solved: others.filter((at) => said[at] === right).length + random() / 2,
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
  judgement: Judgement;
  /** The members that every poll asks. */
  first: [number, number];
  /** The calibration rows as the poll would have asked them. */
  rows: SeenQuestion[];
  /** Whom the poll asks. */
  see: (row: ReplayRow) => SeenQuestion & { right: boolean };
}

export function watchPanel(names: string[], calibrated: PanelRow[], basis: string): WatchedPanel {
  const known = kindOf(calibrationOf({ names, calibrated, tested: [] }, basis));
  const judgement = createJudgementFrom(names, known);
  const poll = createPollReplayer(judgement, POLL);
  const see: WatchedPanel["see"] = (row) => {
    const { asked, right } = poll(row);
    return { asked, said: row.said, right };
  };
  const rows = calibrated.map(see);
  const [a = 0, b = 1] = rows[0]?.asked ?? [];
  return { names, known, judgement, first: [a, b], rows, see };
}

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
