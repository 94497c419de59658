/*
 * Random panels on recorded readings, calibrated on some rows and tested on the others, without models.
 * What `sequential.ts` measures through the public API is here fast enough for many panels.
 */
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import { choosePollStep } from "../../packages/core/src/decide/sequential.ts";
import { groupAsked } from "../../packages/core/src/decide/replay.ts";
import { findLeading, type BeliefModel } from "../../packages/core/src/decide/posterior.ts";
import type { PollAnswer } from "../../packages/core/src/decide/poll-step.ts";
import { fitKinds } from "../../packages/eval/src/calibration/calibrate.ts";
import type {
  Calibration,
  KindCalibration,
  ReplayRow,
} from "../../packages/core/src/protocol/calibration.ts";
import type { Readings } from "./readings.ts";

/** A question as one panel answered it. `right` is one of the right groups, for the product's own functions. */
export interface PanelRow extends ReplayRow {
  said: number[];
  rightGroups: readonly number[];
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
  const all = shuffle([...questions.keys()], random).map((question) =>
    rowOf({ questions }, members, question),
  );
  return {
    names: members.map((at) => models[at] ?? ""),
    calibrated: all.slice(0, rows),
    tested: all.slice(rows),
  };
}

/** A question as these members answered it. */
export function rowOf(
  { questions }: Pick<Readings, "questions">,
  members: readonly number[],
  question: number,
): PanelRow {
  const { answerGroups = [], right = [], tokens = [], asked = 0 } = questions[question] ?? {};
  const pick = (list: readonly number[]): number[] => members.map((at) => list[at] ?? -1);
  return {
    said: pick(answerGroups),
    right: right[0] ?? null,
    rightGroups: right,
    fold: 0,
    question,
    tokens: pick(tokens),
    asked,
  };
}

export const isRight = ({ said: answerGroups, rightGroups }: PanelRow, member: number): boolean =>
  rightGroups.includes(answerGroups[member] ?? -1);

/** How right the answer with the most weight is; the leaders of a tie share it out. */
export function scoreLeader(
  weights: ReadonlyMap<number, number>,
  { rightGroups }: PanelRow,
): number {
  const most = Math.max(...weights.values());
  const leaders = [...weights].filter(([, weight]) => weight >= most - 1e-9);
  return (
    leaders.filter(([group]) => rightGroups.includes(group)).length / Math.max(1, leaders.length)
  );
}

/** How right the vote of all members is. */
export function scoreVote(row: PanelRow): number {
  const counts = new Map<number, number>();
  for (const group of row.said) if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  return scoreLeader(counts, row);
}

/** Whether the leading answer of those asked is right. */
export function isLeaderRight(
  row: PanelRow,
  asked: readonly number[],
  beliefModel: BeliefModel,
): boolean {
  const { members, numbers } = groupAsked(row, asked);
  return row.rightGroups.includes(numbers[findLeading(members, beliefModel).group] ?? -1);
}

/** What `calibrate` makes of a panel's rows. Their right answers are known, so they are one group. */
export function calibrationOf({ names, calibrated }: Panel, basis: string): Calibration {
  const read = calibrated.map(({ said: answerGroups, right, rightGroups, question }) => ({
    key: `question ${question}`,
    basis,
    answerGroups: new Map(
      answerGroups.map((group, member) => [
        names[member] ?? "",
        rightGroups.includes(group) ? (right ?? group) : group,
      ]),
    ),
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

const nexts = new WeakMap<BeliefModel, Map<string, Map<string, PollAnswer>>>();

/** Whom to ask next, by who was asked and who agreed, which many rows share. */
function nextIn(beliefModel: BeliefModel, ways: string): Map<string, PollAnswer> {
  let byWays = nexts.get(beliefModel);
  if (byWays === undefined) nexts.set(beliefModel, (byWays = new Map()));
  let next = byWays.get(ways);
  if (next === undefined) byWays.set(ways, (next = new Map()));
  return next;
}

/** One sequential poll on a row. */
export function pollRow(
  row: PanelRow,
  beliefModel: BeliefModel,
  {
    target,
    certified = false,
    costs = [],
  }: { target: number; certified?: boolean; costs?: number[] },
): Polled {
  const asked: number[] = [];
  const known = nextIn(beliefModel, JSON.stringify([target, certified, costs]));
  for (;;) {
    const { members, numbers } = groupAsked(row, asked);
    const key = `${asked.join()} ${members.join("|")}`;
    let next = known.get(key);
    if (next === undefined) {
      next = choosePollStep({
        beliefModel,
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
    const { group, belief } = findLeading(members, beliefModel);
    const right = row.rightGroups.includes(numbers[group] ?? -1);
    return { asked, end: next.type, belief, right };
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
