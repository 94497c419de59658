import type { Calibration, DifficultyClass, KindCalibration } from "../protocol/calibration.ts";
import { logSum, logWrongGroups } from "./partition.ts";

/**
 * Used without a calibration: assumes models that are often right, err together on hard questions, and
 * then share their errors. It ranks answers but is never sure, because how often unknown models err
 * together can't be guessed.
 */
const CAUTIOUS: KindCalibration = {
  rows: 0,
  beliefs: [],
  classes: [
    { share: 0.7, reliability: {}, otherwise: 0.8, sharing: 0.6, traps: 0.02 },
    { share: 0.3, reliability: {}, otherwise: 0.4, sharing: 0.6, traps: 0.02 },
  ],
};

/** What a panel's replies say about which answer is right. */
export interface Belief {
  /** Probability of each group's answer being right, in the order of the groups. */
  right: number[];
  /** Probability that none of them is. */
  none: number;
}

/** A panel with what is known about its members. */
export interface Judgement {
  /** Debater names by panel index. */
  names: readonly string[];
  known: KindCalibration;
  /** Whether the rows have every member of the panel. */
  calibrated: boolean;
}

export function judgementOf(
  names: readonly string[],
  calibration: Calibration | undefined,
  basis: string,
): Judgement {
  const kinds = calibration?.kinds ?? {};
  const only = Object.values(kinds);
  const known = kinds[basis] ?? (only.length === 1 ? only[0] : undefined) ?? CAUTIOUS;
  const learned = known.classes[0]?.reliability ?? {};
  return { names, known, calibrated: names.every((name) => Object.hasOwn(learned, name)) };
}

/** Whether the calibration says anything about this panel. If not, no answer is ever sure. */
export function isLearned({ names, known }: Judgement): boolean {
  return known.rows > 0 && names.some((name) => knowsMember(known, name));
}

/** The debaters that a calibration has no rows for, and those that it has rows for. */
export function strangersTo(
  { kinds }: Calibration,
  names: readonly string[],
): { unknown: string[]; known: string[] } {
  const learned = Object.values(kinds).filter(({ rows }) => rows > 0);
  return {
    unknown: names.filter((name) => !learned.some((kind) => knowsMember(kind, name))),
    known: [
      ...new Set(learned.flatMap(({ classes }) => Object.keys(classes[0]?.reliability ?? {}))),
    ],
  };
}

function knowsMember({ classes }: KindCalibration, name: string): boolean {
  return Object.hasOwn(classes[0]?.reliability ?? {}, name);
}

/** Bayes over which group is right, given how reliable its members and its opponents are. */
export function beliefIn(groups: readonly (readonly number[])[], judgement: Judgement): Belief {
  const [none = 0, ...right] = normalised(jointLogs(groups, judgement));
  return { right, none };
}

/** How likely these groups are if no group is right, and if each group in turn is right. */
export function jointLogs(
  groups: readonly (readonly number[])[],
  { names, known }: Judgement,
): number[] {
  return [-1, ...groups.keys()].map((right) =>
    known.classes.reduce(
      (sum, each) => logSum(sum, Math.log(each.share) + logGroups(groups, right, each, names)),
      -Infinity,
    ),
  );
}

function logGroups(
  groups: readonly (readonly number[])[],
  right: number,
  { reliability, otherwise, sharing, traps }: DifficultyClass,
  names: readonly string[],
): number {
  let log = 0;
  const wrong: number[] = [];
  groups.forEach((members, group) => {
    for (const member of members) {
      const correct = reliability[names[member] ?? ""] ?? otherwise;
      log += Math.log(group === right ? correct : 1 - correct);
    }
    if (group !== right) wrong.push(members.length);
  });
  return log + logWrongGroups(wrong, sharing, traps);
}

function normalised(logs: readonly number[]): number[] {
  const total = logs.reduce(logSum, -Infinity);
  return logs.map((log) => Math.exp(log - total));
}
