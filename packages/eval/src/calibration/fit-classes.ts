import { logSum, logWrongGroups, trapShare } from "@rostrum/core/decide";
import type { DifficultyClass, ReplayRow } from "@rostrum/core/protocol";

const CLASSES = 2;
const ITERATIONS = 60;
/** The prior that a member is like the others, in rows. */
const MEMBER_PRIOR = 4;
/** Traps are rare until they are seen. */
const TRAP_PRIOR = { seen: 1, unseen: 30 };
const SHARING_PRIOR = { same: 0.5, pairs: 1 };

/** Which members were right on a question, and the sizes of the groups of equal wrong answers. */
interface Pattern {
  times: number;
  /** By member: 1 right, 0 wrong or unreadable, -1 not asked. */
  right: number[];
  wrong: number[];
  /** The share of its questions that are guessed to be of each class. */
  guess: number[];
}

/** How much each class explains a pattern, and how much of that is a trap. */
interface Explanation {
  weight: number;
  trap: number;
}

/** A class as it is estimated: reliabilities by member. */
interface Estimate extends Omit<DifficultyClass, "reliability"> {
  reliability: number[];
}

/**
 * Expectation–maximisation over two classes of difficulty: members who err together do so because the
 * question is hard. Each estimate is pulled towards the panel's mean, so that few rows claim little.
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
        explained.map((each) => each[index] as Explanation),
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

/** Many questions have the same pattern. At first, those that more members got right are guessed to be easier. */
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

function findPattern({ said, right }: ReplayRow): Pick<Pattern, "right" | "wrong"> {
  const errors = said.filter((group) => group !== null && group >= 0 && group !== right);
  const groups = Map.groupBy(errors, (group) => group);
  return {
    right: said.map((group) => (group === null ? -1 : Number(group >= 0 && group === right))),
    wrong: [...groups.values()].map(({ length }) => length).sort((a, b) => a - b),
  };
}

function computeShareRight(right: readonly number[]): number {
  const asked = right.filter((was) => was >= 0);
  return asked.length === 0 ? 0 : asked.filter((was) => was === 1).length / asked.length;
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
  const correct = Array.from({ length: size }, () => 0);
  const asked = Array.from({ length: size }, () => 0);
  let questions = 0;
  patterns.forEach(({ times, right, wrong }, index) => {
    const { weight: each, trap } = explained[index] as Explanation;
    const weight = times * each;
    questions += times;
    total += weight;
    right.forEach((was, member) => {
      if (was >= 0) asked[member] = (asked[member] ?? 0) + weight;
      if (was === 1) correct[member] = (correct[member] ?? 0) + weight;
    });
    const errors = addUp(wrong);
    if (errors < 2) return;
    traps += weight * trap;
    chances += weight;
    pairs += weight * (1 - trap) * countPairs(errors);
    same += weight * (1 - trap) * addUp(wrong.map(countPairs));
  });
  const mean = (addUp(correct) + 0.5) / (addUp(asked) + 1);
  return {
    share: (total + 1) / (questions + CLASSES),
    reliability: correct.map((count, member) =>
      clamp((count + MEMBER_PRIOR * mean) / ((asked[member] ?? 0) + MEMBER_PRIOR), 0.001, 0.999),
    ),
    otherwise: clamp(mean, 0.001, 0.999),
    sharing: clamp(same / pairs, 0.02, 0.95),
    traps: traps / chances,
  };
}

function explainPattern({ right, wrong }: Pattern, classes: readonly Estimate[]): Explanation[] {
  const logs = classes.map(({ share, reliability, sharing, traps }) =>
    right.reduce(
      (log, was, member) => {
        const chance = reliability[member] ?? 0.5;
        return was < 0 ? log : log + Math.log(was === 1 ? chance : 1 - chance);
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

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
