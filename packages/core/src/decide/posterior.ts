import type { Calibration, DifficultyClass, KindCalibration } from "../protocol/calibration.ts";
import { logSum, logWrongGroups } from "./likelihood.ts";
import { knowsMember } from "./unknown-members.ts";

/**
 * Used without a calibration: assumes models that are often right, err together on hard questions, and
 * then share their errors. It ranks answers but is never sure, because how often unknown models err
 * together can't be guessed.
 */
const CAUTIOUS: KindCalibration = {
  rows: 0,
  beliefs: [],
  misses: [],
  classes: [
    { share: 0.7, reliability: {}, otherwise: 0.8, sharing: 0.6, traps: 0.02 },
    { share: 0.3, reliability: {}, otherwise: 0.4, sharing: 0.6, traps: 0.02 },
  ],
};

/** The answer that is most likely right. */
export interface Leading {
  /** Its group; -1 where there is none. */
  group: number;
  /** How likely it is right, corrected by what was seen on rows that the classes had not learned from. */
  belief: number;
}

/** A panel with what is known about its members. */
export interface Judgement {
  /** Debater names by panel index. */
  names: readonly string[];
  known: KindCalibration;
  /** Whether rows with known answers have every member of the panel. */
  calibrated: boolean;
  /** Panel indexes of members that count as one voter. */
  twins: readonly (readonly number[])[];
  /** `known.classes` in logarithms. */
  tables: readonly ClassTable[];
}

/** One class of difficulty for one panel, in logarithms. */
interface ClassTable {
  share: number;
  right: readonly number[];
  wrong: readonly number[];
  sharing: number;
  traps: number;
}

export function createJudgement(
  names: readonly string[],
  calibration: Calibration | undefined,
  basis: string,
): Judgement {
  return createJudgementFrom(names, findKindCalibration(calibration, basis) ?? CAUTIOUS);
}

/** What a calibration says about one kind of answer. Rows of another kind say nothing about it. */
export function findKindCalibration(
  calibration: Calibration | undefined,
  basis: string,
): KindCalibration | undefined {
  const kinds = calibration?.kinds ?? {};
  return Object.hasOwn(kinds, basis) ? kinds[basis] : undefined;
}

export function createJudgementFrom(names: readonly string[], known: KindCalibration): Judgement {
  return {
    names,
    known,
    calibrated: known.unlabelled !== true && names.every((name) => knowsMember(known, name)),
    twins: (known.twins ?? []).map((same) =>
      names.flatMap((name, member) => (same.includes(name) ? [member] : [])),
    ),
    tables: known.classes.map((each) => createTable(each, names)),
  };
}

function createTable(
  { share, reliability, otherwise, sharing, traps }: DifficultyClass,
  names: readonly string[],
): ClassTable {
  const correct = names.map((name) =>
    Object.hasOwn(reliability, name) ? (reliability[name] ?? otherwise) : otherwise,
  );
  return {
    share: Math.log(share),
    right: correct.map((chance) => Math.log(chance)),
    wrong: correct.map((chance) => Math.log(1 - chance)),
    ...{ sharing, traps },
  };
}

/** Whether the calibration says anything about this panel. */
export function isLearned({ names, known }: Judgement): boolean {
  return known.rows > 0 && names.some((name) => knowsMember(known, name));
}

/** Whether an answer can be sure at all: known answers have shown how often this panel errs. */
export function canBeSure(judgement: Judgement): boolean {
  return isLearned(judgement) && judgement.known.unlabelled !== true;
}

/** The answer that is most likely right, and how likely. Ties go to the first group. */
export function findLeading(groups: readonly (readonly number[])[], judgement: Judgement): Leading {
  if (groups.length === 0) return { group: -1, belief: 0 };
  const right = beliefIn(groups, judgement);
  const group = right.indexOf(Math.max(...right));
  return { group, belief: correctBelief(right[group] ?? 0, judgement.known) };
}

/**
 * The probability of each group's answer being right: Bayes, given how reliable its members and its opponents are.
 * Not corrected.
 */
export function beliefIn(groups: readonly (readonly number[])[], judgement: Judgement): number[] {
  const logs = jointLogs(groups, judgement);
  const total = logs.reduce(logSum, -Infinity);
  return logs.slice(1).map((log) => Math.exp(log - total));
}

/** How likely these groups are if no group is right, and if each group in turn is right. */
export function jointLogs(
  given: readonly (readonly number[])[],
  { tables, twins }: Judgement,
): number[] {
  const groups = twins.length === 0 ? given : countTwinsOnce(given, twins);
  const logs = Array.from({ length: groups.length + 1 }, () => -Infinity);
  for (const table of tables) {
    let allWrong = table.share;
    const turned = groups.map((members) => {
      let gain = 0;
      for (const member of members) {
        const wrong = table.wrong[member] ?? 0;
        allWrong += wrong;
        gain += (table.right[member] ?? 0) - wrong;
      }
      return gain;
    });
    for (let right = -1; right < groups.length; right++) {
      if (groups[right]?.length === 0) continue;
      const sizes: number[] = [];
      groups.forEach((members, group) => {
        if (group !== right && members.length > 0) sizes.push(members.length);
      });
      // Sorted, so that rounding doesn't depend on the order of the groups.
      sizes.sort((a, b) => a - b);
      const log =
        allWrong + (turned[right] ?? 0) + logWrongGroups(sizes, table.sharing, table.traps);
      logs[right + 1] = logSum(logs[right + 1] ?? -Infinity, log);
    }
  }
  return logs;
}

/** Of twins, only one counts, in the group that most of them are in. A group may end up empty: nobody vouches for it. */
function countTwinsOnce(
  groups: readonly (readonly number[])[],
  twins: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  return twins.reduce((counted, same) => {
    const votes = counted.map((members) => members.filter((member) => same.includes(member)));
    const most = Math.max(...votes.map(({ length }) => length));
    const group = votes.findIndex(({ length }) => length === most);
    const voter = votes[group]?.[0];
    return counted.map((members) =>
      members.filter((member) => !same.includes(member) || member === voter),
    );
  }, groups);
}

/** Beliefs nearer to 0 or 1 than this say nothing more: nobody has that many rows. */
const EXTREME = 1e-4;

export function logit(share: number): number {
  const inside = Math.min(1 - EXTREME, Math.max(EXTREME, share));
  return Math.log(inside / (1 - inside));
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

type Known = Pick<KindCalibration, "correction" | "rows">;

/** A belief of the classes as it holds on new rows. */
export function correctBelief(belief: number, { correction, rows }: Known): number {
  if (correction === undefined || belief <= 0) return belief;
  const { intercept, slope } = correction;
  return Math.min(mostFrom(rows), sigmoid(intercept + slope * logit(belief)));
}

/** The belief of the classes that is corrected to this one; above 1 where none is. */
export function uncorrected(belief: number, known: Known): number {
  const { correction } = known;
  if (correction === undefined) return belief;
  if (correctBelief(1, known) < belief) return 2;
  return sigmoid((logit(belief) - correction.intercept) / correction.slope);
}

/** The rule of succession: n rows without an error don't show that errors are rarer than 1 in n + 2. */
function mostFrom(rows: number): number {
  return (rows + 1) / (rows + 2);
}
