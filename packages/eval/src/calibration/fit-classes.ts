import { logSum, logWrongGroups, trapShare } from "@rostrum/core/decide";
import type { DifficultyClass, ReplayRow } from "@rostrum/core/protocol";
import { clamp, countPairs } from "./arithmetic.ts";

const CLASSES = 2;
const ITERATIONS = 60;
/** Strength of the prior that a member is like the others, in rows. */
const MEMBER_PRIOR = 4;
/** Pseudo-counts: traps are assumed to be rare until the rows show otherwise. */
const TRAP_PRIOR = { seen: 1, unseen: 30 };
const SHARING_PRIOR = { same: 0.5, pairs: 1 };

/** Which members were right on a question, and the sizes of the groups of equal wrong answers. */
interface Pattern {
  times: number;
  /** By member: 1 right, 0 wrong or unreadable, -1 not asked. */
  right: number[];
  wrong: number[];
  /** Initial guess of the share of its questions in each class. */
  guess: number[];
}

/** Share of a pattern that a class explains, and how much of that is a trap. */
interface Explanation {
  weight: number;
  trap: number;
}

/** A class during estimation, with reliabilities by member index. */
interface Estimate extends Omit<DifficultyClass, "reliability"> {
  reliability: number[];
}

/**
 * Expectation–maximisation over two classes of difficulty: members that err together do so because the question is
 * hard. Each estimate is shrunk towards the panel's mean, so that few rows change little.
 */
export function fitClasses(
  rows: readonly ReplayRow[],
  names: readonly string[],
): DifficultyClass[] {
  const patterns = countPatterns(rows);
  const trap = TRAP_PRIOR.seen / (TRAP_PRIOR.seen + TRAP_PRIOR.unseen);
  let explained = patterns.map(({ guess }) => guess.map((weight) => ({ weight, trap })));
  let classes: Estimate[] = [];
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    classes = Array.from({ length: CLASSES }, (_, index) =>
      estimateClass(
        patterns,
        explained.map((explanations) => explanations[index] as Explanation),
        names.length,
      ),
    );
    explained = patterns.map((pattern) => explainPattern(pattern, classes));
  }
  return classes.map(({ reliability, ...rest }) => ({
    ...rest,
    reliability: Object.fromEntries(names.map((name, at) => [name, reliability[at] ?? 0.5])),
  }));
}

/** Merges questions with the same pattern. The initial guess: the more members are right, the easier the question. */
function countPatterns(rows: readonly ReplayRow[]): Pattern[] {
  const all = rows.map(findPattern);
  const shares = new Map(all.map((pattern) => [pattern, computeShareRight(pattern.right)]));
  const ranked = all.toSorted((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0));
  const parts = new Map(
    ranked.map((pattern, rank) => [pattern, Math.floor((rank * CLASSES) / all.length)]),
  );
  return [...Map.groupBy(all, (pattern) => JSON.stringify(pattern)).values()].map((alike) => ({
    ...(alike[0] as Omit<Pattern, "times" | "guess">),
    times: alike.length,
    guess: Array.from({ length: CLASSES }, (_, index) =>
      alike.reduce((sum, pattern) => {
        const weight = parts.get(pattern) === index ? 0.95 : 0.05 / (CLASSES - 1);
        return sum + weight / alike.length;
      }, 0),
    ),
  }));
}

function findPattern({ said: answerGroups, right }: ReplayRow): Pick<Pattern, "right" | "wrong"> {
  const errors = answerGroups.filter((group) => group !== null && group >= 0 && group !== right);
  const groups = Map.groupBy(errors, (group) => group);
  return {
    right: answerGroups.map((group) =>
      group === null ? -1 : Number(group >= 0 && group === right),
    ),
    wrong: [...groups.values()].map(({ length }) => length).sort((a, b) => a - b),
  };
}

function computeShareRight(right: readonly number[]): number {
  const askedOutcomes = right.filter((outcome) => outcome >= 0);
  return askedOutcomes.length === 0
    ? 0
    : askedOutcomes.filter((was) => was === 1).length / askedOutcomes.length;
}

function estimateClass(
  patterns: readonly Pattern[],
  explained: readonly Explanation[],
  size: number,
): Estimate {
  let total = 0;
  let { same, pairs } = SHARING_PRIOR;
  let traps = TRAP_PRIOR.seen;
  let chances = TRAP_PRIOR.seen + TRAP_PRIOR.unseen;
  const correctWeights = Array.from({ length: size }, () => 0);
  const askedWeights = Array.from({ length: size }, () => 0);
  let questions = 0;
  patterns.forEach(({ times, right, wrong }, index) => {
    const { weight: patternWeight, trap } = explained[index] as Explanation;
    const weight = times * patternWeight;
    questions += times;
    total += weight;
    right.forEach((outcome, member) => {
      if (outcome >= 0) askedWeights[member] = (askedWeights[member] ?? 0) + weight;
      if (outcome === 1) correctWeights[member] = (correctWeights[member] ?? 0) + weight;
    });
    const errors = addUp(wrong);
    if (errors < 2) return;
    traps += weight * trap;
    chances += weight;
    pairs += weight * (1 - trap) * countPairs(errors);
    same += weight * (1 - trap) * addUp(wrong.map(countPairs));
  });
  const mean = (addUp(correctWeights) + 0.5) / (addUp(askedWeights) + 1);
  return {
    share: (total + 1) / (questions + CLASSES),
    reliability: correctWeights.map((count, member) =>
      clamp(
        (count + MEMBER_PRIOR * mean) / ((askedWeights[member] ?? 0) + MEMBER_PRIOR),
        0.001,
        0.999,
      ),
    ),
    otherwise: clamp(mean, 0.001, 0.999),
    sharing: clamp(same / pairs, 0.02, 0.95),
    traps: traps / chances,
  };
}

function explainPattern({ right, wrong }: Pattern, classes: readonly Estimate[]): Explanation[] {
  const logs = classes.map(({ share, reliability, sharing, traps }) =>
    right.reduce(
      (log, outcome, member) => {
        const chance = reliability[member] ?? 0.5;
        return outcome < 0 ? log : log + Math.log(outcome === 1 ? chance : 1 - chance);
      },
      Math.log(share) + logWrongGroups(wrong, sharing, traps),
    ),
  );
  const total = logs.reduce(logSum, -Infinity);
  return classes.map(({ sharing, traps }, index) => ({
    weight: Math.exp((logs[index] ?? 0) - total),
    trap: trapShare(wrong, sharing, traps),
  }));
}

function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
