import { ROUNDING_ERROR } from "../rounding-error.ts";
import type { Calibration, DifficultyClass, KindCalibration } from "../protocol/calibration.ts";
import { logSum, logWrongGroups } from "./likelihood.ts";
import { knowsMember } from "./unknown-members.ts";

/**
 * Default without a calibration: assumes models that are often right, err together on hard questions, and
 * then share their errors. It ranks answers, but none is ever certain, because the joint errors of unknown
 * models can't be guessed.
 */
const DEFAULT_CALIBRATION: KindCalibration = {
  rows: 0,
  beliefs: [],
  misses: [],
  classes: [
    { share: 0.7, reliability: {}, otherwise: 0.8, sharing: 0.6, traps: 0.02 },
    { share: 0.3, reliability: {}, otherwise: 0.4, sharing: 0.6, traps: 0.02 },
  ],
};

/** Most likely answer. */
export interface Leading {
  /** Index of its group. -1: there is no group. */
  group: number;
  /** Probability that it is right, corrected by held-out rows. */
  belief: number;
}

/** A panel and the calibration of its members. */
export interface BeliefModel {
  /** Debater names by panel index. */
  names: readonly string[];
  known: KindCalibration;
  /** True if rows with known answers cover every member of the panel. */
  calibrated: boolean;
  /** Panel indexes of members that count as one voter. */
  twins: readonly (readonly number[])[];
  /** `known.classes` as logarithms. */
  tables: readonly ClassTable[];
}

/** One class of difficulty for one panel, as logarithms. */
export interface ClassTable {
  share: number;
  right: readonly number[];
  wrong: readonly number[];
  sharing: number;
  traps: number;
}

export function createBeliefModel(
  names: readonly string[],
  calibration: Calibration | undefined,
  basis: string,
): BeliefModel {
  return createBeliefModelFrom(
    names,
    findKindCalibration(calibration, basis) ?? DEFAULT_CALIBRATION,
  );
}

/** Calibration of one kind of answer. Rows of other kinds don't apply. */
export function findKindCalibration(
  calibration: Calibration | undefined,
  basis: string,
): KindCalibration | undefined {
  const kinds = calibration?.kinds ?? {};
  return Object.hasOwn(kinds, basis) ? kinds[basis] : undefined;
}

export function createBeliefModelFrom(
  names: readonly string[],
  kindCalibration: KindCalibration,
): BeliefModel {
  return {
    names,
    known: kindCalibration,
    calibrated:
      kindCalibration.unlabelled !== true &&
      names.every((name) => knowsMember(kindCalibration, name)),
    twins: (kindCalibration.twins ?? []).map((twinNames) =>
      names.flatMap((name, member) => (twinNames.includes(name) ? [member] : [])),
    ),
    tables: kindCalibration.classes.map((difficultyClass) =>
      createClassTable(readPanelClass(difficultyClass, names)),
    ),
  };
}

/** One class of difficulty for one panel. */
export interface PanelClass extends Pick<DifficultyClass, "share" | "sharing" | "traps"> {
  /** Probability of being right on a question of the class, by panel index. */
  reliability: readonly number[];
}

export function readPanelClass(
  { share, reliability, otherwise, sharing, traps }: DifficultyClass,
  names: readonly string[],
): PanelClass {
  const reliabilities = names.map((name) =>
    Object.hasOwn(reliability, name) ? (reliability[name] ?? otherwise) : otherwise,
  );
  return { share, reliability: reliabilities, sharing, traps };
}

export function createClassTable({ share, reliability, sharing, traps }: PanelClass): ClassTable {
  return {
    share: Math.log(share),
    right: reliability.map((chance) => Math.log(chance)),
    wrong: reliability.map((chance) => Math.log(1 - chance)),
    sharing,
    traps,
  };
}

/** True if the calibration covers at least one member of the panel. */
export function isLearned({ names, known }: BeliefModel): boolean {
  return known.rows > 0 && names.some((name) => knowsMember(known, name));
}

/** True if an answer can be certain at all: rows with known answers show how often this panel errs. */
export function canBeSure(beliefModel: BeliefModel): boolean {
  return isLearned(beliefModel) && beliefModel.known.unlabelled !== true;
}

/** Most likely answer and its probability. Ties go to the first group. */
export function findLeading(
  groups: readonly (readonly number[])[],
  beliefModel: BeliefModel,
): Leading {
  if (groups.length === 0) return { group: -1, belief: 0 };
  const beliefs = computeBeliefs(groups, beliefModel);
  // Relative, because all beliefs may be tiny.
  const leastLeading = Math.max(...beliefs) * (1 - ROUNDING_ERROR);
  const group = beliefs.findIndex((belief) => belief >= leastLeading);
  return { group, belief: correctBelief(beliefs[group] ?? 0, beliefModel.known) };
}

/**
 * Uncorrected probability of each group's answer being right, by Bayes' rule from the reliability of all
 * members.
 */
export function computeBeliefs(
  groups: readonly (readonly number[])[],
  beliefModel: BeliefModel,
): number[] {
  const logs = jointLogs(groups, beliefModel);
  const total = logs.reduce(logSum, -Infinity);
  return logs.slice(1).map((log) => Math.exp(log - total));
}

/** Log likelihoods of these groups if no group is right, and if each group in turn is right. */
export function jointLogs(
  allGroups: readonly (readonly number[])[],
  { tables, twins }: Pick<BeliefModel, "tables" | "twins">,
): number[] {
  const groups = twins.length === 0 ? allGroups : countTwinsOnce(allGroups, twins);
  const logs = Array.from({ length: groups.length + 1 }, () => -Infinity);
  for (const table of tables) {
    let allWrong = table.share;
    const gains = groups.map((members) => {
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
        allWrong + (gains[right] ?? 0) + logWrongGroups(sizes, table.sharing, table.traps);
      logs[right + 1] = logSum(logs[right + 1] ?? -Infinity, log);
    }
  }
  return logs;
}

/** Counts only one of several twins, in the group that most of them are in. A group may become empty. */
function countTwinsOnce(
  groups: readonly (readonly number[])[],
  twins: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  return twins.reduce((countedGroups, twinMembers) => {
    const votes = countedGroups.map((members) =>
      members.filter((member) => twinMembers.includes(member)),
    );
    const maxVotes = Math.max(...votes.map(({ length }) => length));
    const group = votes.findIndex(({ length }) => length === maxVotes);
    const voter = votes[group]?.[0];
    return countedGroups.map((members) =>
      members.filter((member) => !twinMembers.includes(member) || member === voter),
    );
  }, groups);
}

/** Bound on beliefs: no calibration has enough rows to tell values closer to 0 or 1 apart. */
const MIN_PROBABILITY = 1e-4;

export function logit(share: number): number {
  const clamped = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, share));
  return Math.log(clamped / (1 - clamped));
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

type BeliefCorrection = Pick<KindCalibration, "correction" | "rows">;

/** Corrects a belief for new rows. */
export function correctBelief(belief: number, { correction, rows }: BeliefCorrection): number {
  if (correction === undefined || belief <= 0) return belief;
  const { intercept, slope } = correction;
  return Math.min(maxBelief(rows), sigmoid(intercept + slope * logit(belief)));
}

/** Inverse of `correctBelief`. `null` if no belief is corrected to one as high as this. */
export function uncorrectBelief(belief: number, calibration: BeliefCorrection): number | null {
  const { correction } = calibration;
  if (correction === undefined) return belief;
  if (correctBelief(1, calibration) < belief) return null;
  return sigmoid((logit(belief) - correction.intercept) / correction.slope);
}

/** Rule of succession: n rows without an error don't show that errors are rarer than 1 in n + 2. */
function maxBelief(rows: number): number {
  return (rows + 1) / (rows + 2);
}
