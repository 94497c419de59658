/*
 * Random panels on recorded readings, calibrated on some rows and tested on the others, without models.
 * What `sequential.ts` measures through the public API is here fast enough for many panels.
 */
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import {
  askNext,
  groupAsked,
  findLeading,
  type Judgement,
  type PollAnswer,
} from "../../packages/core/src/decide/index.ts";
import { fitKinds } from "../../packages/eval/src/calibration/calibrate.ts";
import type {
  Calibration,
  KindCalibration,
  ReplayRow,
} from "../../packages/core/src/protocol/calibration.ts";
import type { ReadQuestion, Readings } from "./readings.ts";

/** A question as one panel answered it. */
export interface PanelRow extends ReplayRow {
  said: number[];
  /** Which question of the set it is. */
  question: number;
  tokens: number[];
  asked: number;
}

export interface Panel {
  names: string[];
  calibrated: PanelRow[];
  tested: PanelRow[];
}

/** The n-th random panel of a set; the same for the same seed. */
export function panelOf(
  { models, questions }: Readings,
  { seed, size = 7, rows = 100 }: { seed: string; size?: number; rows?: number },
): Panel {
  const random = createRandom(seed);
  const members = shuffle([...models.keys()], random).slice(0, size);
  members.sort((a, b) => ((models[a] ?? "") < (models[b] ?? "") ? -1 : 1));
  return chosenPanel({ models, questions }, members, random, rows);
}

export function chosenPanel(
  { models, questions }: Pick<Readings, "models" | "questions">,
  members: readonly number[],
  random: () => number,
  rows: number,
): Panel {
  const pick = (list: readonly number[]): number[] => members.map((at) => list[at] ?? -1);
  const all = shuffle([...questions.entries()], random).map(
    ([question, { said, right, tokens, asked }]: [number, ReadQuestion]): PanelRow => ({
      said: pick(said),
      right,
      fold: 0,
      question,
      tokens: pick(tokens),
      asked,
    }),
  );
  return {
    names: members.map((at) => models[at] ?? ""),
    calibrated: all.slice(0, rows),
    tested: all.slice(rows),
  };
}

/** What `calibrate` makes of a panel's rows. */
export function calibrationOf({ names, calibrated }: Panel, basis: string): Calibration {
  const read = calibrated.map(({ said, right, question }) => ({
    key: `question ${question}`,
    basis,
    said: new Map(said.map((group, member) => [names[member] ?? "", group])),
    right,
  }));
  return { version: 1, kinds: fitKinds(read, names) };
}

export interface Polled {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

const nexts = new WeakMap<Judgement, Map<string, Map<string, PollAnswer>>>();

/** Whom to ask next, by who was asked and who agreed, which many rows share. */
function nextIn(judgement: Judgement, ways: string): Map<string, PollAnswer> {
  let byWays = nexts.get(judgement);
  if (byWays === undefined) nexts.set(judgement, (byWays = new Map()));
  let next = byWays.get(ways);
  if (next === undefined) byWays.set(ways, (next = new Map()));
  return next;
}

/** One sequential poll on a row. */
export function pollRow(
  row: PanelRow,
  judgement: Judgement,
  {
    target,
    certified = false,
    costs = [],
  }: { target: number; certified?: boolean; costs?: number[] },
): Polled {
  const asked: number[] = [];
  const known = nextIn(judgement, JSON.stringify([target, certified, costs]));
  for (;;) {
    const { members, numbers } = groupAsked(row, asked);
    const key = `${asked.join()} ${members.join("|")}`;
    let next = known.get(key);
    if (next === undefined) {
      next = askNext({
        judgement,
        groups: members,
        asked,
        target,
        first: 2,
        batch: 1,
        costs,
        learned: true,
        mayGiveUp: true,
        certified,
      });
      known.set(key, next);
    }
    if (next.type === "ask") {
      asked.push(...next.members);
      continue;
    }
    const { group, belief } = findLeading(members, judgement);
    return { asked, end: next.type, belief, right: group >= 0 && numbers[group] === row.right };
  }
}

/** The only kind of answer that a calibration of one set has. */
export function kindOf({ kinds }: Calibration): KindCalibration {
  const [known] = Object.values(kinds);
  if (known === undefined) throw new Error("expected rows of one kind");
  return known;
}

/** Mean distance of stated from true shares, over tenths of belief. */
export function calibrationError(outcomes: readonly { belief: number; right: boolean }[]): number {
  const gaps = Array.from({ length: 10 }, () => 0);
  for (const { belief, right } of outcomes) {
    const bin = Math.min(9, Math.floor(belief * 10));
    gaps[bin] = (gaps[bin] ?? 0) + belief - Number(right);
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / outcomes.length;
}
