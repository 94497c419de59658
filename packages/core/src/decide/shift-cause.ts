/*
 * Finds the most likely cause of a change in a panel's agreement: compares the likelihoods of the replies if the
 * questions became harder or easier, if one member was replaced or is hostile, and if two members became twins.
 */
import type { DifficultyClass } from "../protocol/calibration.ts";
import type { ShiftCause } from "../protocol/shift.ts";
import { logSum, logWrongGroups } from "./likelihood.ts";
import type { Agreement } from "./shift-alarm.ts";

/** Probability of being right, by class and member. */
type Reliability = number[][];

interface Model {
  shares: number[];
  reliability: Reliability;
}

const DIFFICULTY_SHIFTS = [-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3];
const REPLACEMENT_SHIFTS = [-4, -3, -2, -1.5, -1, 1, 1.5, 2, 3];
/** Probability that a hostile member is right. */
const HOSTILE_RELIABILITY = 0.02;
/** Probability that twins differ. */
const TWINS_DIFFER_RATE = 0.02;

/** Minimum gain in log likelihood over no change. */
const MIN_GAIN = 3;

/** Cause under which the replies are most likely. `unknown` if none is clearly better than no change. */
export function findCause(
  questions: readonly Agreement[],
  classes: readonly DifficultyClass[],
  names: readonly string[],
): ShiftCause {
  const baseModel: Model = {
    shares: classes.map(({ share }) => share),
    reliability: classes.map(({ reliability, otherwise }) =>
      names.map((name) => reliability[name] ?? otherwise),
    ),
  };
  const groups = questions.map(groupMembers);
  const computeLogLikelihood = (model: Model): number =>
    groups.reduce((sum, rowGroups) => sum + logPartition(rowGroups, model, classes), 0);
  const base = computeLogLikelihood(baseModel);
  // A free parameter costs half of the logarithm of the number of questions (Schwarz criterion), and a choice
  // among members the logarithm of their number.
  const price = Math.log(Math.max(2, questions.length)) / 2;
  const members = names.map((_, member) => member);
  const candidates: { cause: ShiftCause; gain: number }[] = [];
  const consider = (type: ShiftCause["type"], who: readonly number[], gain: number): void => {
    candidates.push({ cause: { type, members: who.map((member) => names[member] ?? "") }, gain });
  };
  for (const [type, way] of [
    ["harder", -1],
    ["easier", 1],
  ] as const) {
    const logs = DIFFICULTY_SHIFTS.filter((shift) => shift * way > 0).map((shift) =>
      computeLogLikelihood(shiftAll(baseModel, shift)),
    );
    consider(type, [], Math.max(...logs) - base - price);
  }
  for (const member of members) {
    const choice = Math.log(names.length);
    const logs = REPLACEMENT_SHIFTS.map((shift) =>
      computeLogLikelihood(shiftMember(baseModel, member, shift)),
    );
    consider("replaced", [member], Math.max(...logs) - base - price - choice);
    consider(
      "hostile",
      [member],
      computeLogLikelihood(setMember(baseModel, member, HOSTILE_RELIABILITY)) - base - choice,
    );
  }
  for (const a of members) {
    for (const b of members.slice(a + 1)) {
      const computeTwinLikelihood = (original: number, copy: number): number =>
        groups.reduce(
          (sum, rowGroups) => sum + logTwins(rowGroups, original, copy, baseModel, classes),
          0,
        );
      const choices = (names.length * (names.length - 1)) / 2;
      consider(
        "twins",
        [a, b],
        Math.max(computeTwinLikelihood(a, b), computeTwinLikelihood(b, a)) -
          base -
          Math.log(choices),
      );
    }
  }
  const [best] = candidates.toSorted((x, y) => y.gain - x.gain);
  return best === undefined || best.gain < MIN_GAIN ? { type: "unknown", members: [] } : best.cause;
}

/** Groups members by answer. */
function groupMembers(groups: Agreement): number[][] {
  const readable = groups.flatMap((group, member) =>
    group === null || group < 0 ? [] : [{ group, member }],
  );
  return [...Map.groupBy(readable, ({ group }) => group).values()].map((alike) =>
    alike.map(({ member }) => member),
  );
}

/** Changes the difficulty: every member's reliability, and the shares of the classes. */
function shiftAll({ shares, reliability }: Model, shift: number): Model {
  // The first class is the easy one.
  const odds = shares.map((share, index) => share * Math.exp(index === 0 ? shift : 0));
  const total = odds.reduce((sum, classOdds) => sum + classOdds, 0);
  return {
    shares: odds.map((classOdds) => classOdds / total),
    reliability: reliability.map((byMember) =>
      byMember.map((chance) => shiftProbability(chance, shift / 3)),
    ),
  };
}

function shiftMember({ shares, reliability }: Model, member: number, shift: number): Model {
  return {
    shares,
    reliability: reliability.map((byMember) =>
      byMember.map((chance, at) => (at === member ? shiftProbability(chance, shift) : chance)),
    ),
  };
}

function setMember({ shares, reliability }: Model, member: number, value: number): Model {
  return {
    shares,
    reliability: reliability.map((byMember) =>
      byMember.map((chance, at) => (at === member ? value : chance)),
    ),
  };
}

function shiftProbability(chance: number, shift: number): number {
  return 1 / (1 + Math.exp(-(Math.log(chance / (1 - chance)) + shift)));
}

/** Log likelihood of the observed agreement. */
function logPartition(
  groups: readonly (readonly number[])[],
  { shares, reliability }: Model,
  classes: readonly DifficultyClass[],
): number {
  let total = -Infinity;
  classes.forEach(({ sharing, traps }, index) => {
    const chances = reliability[index] ?? [];
    let allWrong = Math.log(shares[index] ?? 0);
    const gains = groups.map((members) => {
      let gain = 0;
      for (const member of members) {
        const chance = chances[member] ?? 0.5;
        allWrong += Math.log(1 - chance);
        gain += Math.log(chance) - Math.log(1 - chance);
      }
      return gain;
    });
    for (let right = -1; right < groups.length; right++) {
      const sizes = groups.flatMap(({ length }, group) => (group === right ? [] : [length]));
      total = logSum(total, allWrong + (gains[right] ?? 0) + logWrongGroups(sizes, sharing, traps));
    }
  });
  return total;
}

/** Log likelihood if `copy` repeats the answers of another member. */
function logTwins(
  groups: readonly (readonly number[])[],
  original: number,
  copy: number,
  model: Model,
  classes: readonly DifficultyClass[],
): number {
  const findGroup = (member: number): number => groups.findIndex((group) => group.includes(member));
  if (findGroup(copy) < 0 || findGroup(original) < 0) return logPartition(groups, model, classes);
  if (findGroup(copy) !== findGroup(original)) {
    return Math.log(TWINS_DIFFER_RATE) + logPartition(groups, model, classes);
  }
  const groupsWithoutCopy = groups.map((group) => group.filter((member) => member !== copy));
  return Math.log(1 - TWINS_DIFFER_RATE) + logPartition(groupsWithoutCopy, model, classes);
}
