import { logSum, logWrongGroups, trapShare } from "../../decide/index.ts";
import type { DifficultyClass } from "../../protocol/calibration.ts";

/** One question: who was right, and the sizes of the groups in which the wrong answers coincided. */
export interface ErrorPattern {
  /** By member: 1 right, 0 wrong or unreadable, -1 not asked. */
  right: readonly number[];
  wrong: readonly number[];
}

const CLASSES = 2;
const ITERATIONS = 60;
/** The prior that a member is like the others, in rows. */
const MEMBER_PRIOR = 4;
/** Traps are rare until they are seen. */
const TRAP_PRIOR = { seen: 1, unseen: 30 };
const SHARING_PRIOR = { same: 0.5, pairs: 1 };

/** How much each class explains each pattern, and how much of that is a trap. */
interface Explanation {
  weight: number;
  trap: number;
}

/** A pattern with the figures that stay the same in every iteration. */
interface Counted {
  /** The number of questions that have it. */
  times: number;
  right: readonly number[];
  /** Index of its sizes in the list of different ones. */
  sizes: number;
  errors: number;
  pairs: number;
  samePairs: number;
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
  patterns: readonly ErrorPattern[],
  names: readonly string[],
): DifficultyClass[] {
  const { rows, sizes, places } = countPatterns(patterns);
  let explained = guessClasses(patterns, rows, places);
  let classes: Estimate[] = [];
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    classes = explained.map((of) => estimateClass(rows, of, names.length));
    explained = explainRows(rows, sizes, classes);
  }
  return classes.map(({ reliability, ...rest }) => ({
    ...rest,
    reliability: Object.fromEntries(names.map((name, at) => [name, reliability[at] ?? 0.5])),
  }));
}

/** Many questions have the same pattern: each is looked at once, however many rows there are. */
function countPatterns(patterns: readonly ErrorPattern[]): {
  rows: Counted[];
  sizes: (readonly number[])[];
  /** Index in `rows`, by pattern. */
  places: number[];
} {
  const sizes: (readonly number[])[] = [];
  const knownSizes = new Map<string, number>();
  const rows: Counted[] = [];
  const knownRows = new Map<string, number>();
  const places = patterns.map(({ right, wrong }): number => {
    const sorted = wrong.toSorted((a, b) => a - b);
    const sizesKey = sorted.join();
    const key = `${right.join()} ${sizesKey}`;
    const seen = knownRows.get(key);
    if (seen !== undefined) {
      (rows[seen] as Counted).times += 1;
      return seen;
    }
    let place = knownSizes.get(sizesKey);
    if (place === undefined) knownSizes.set(sizesKey, (place = sizes.push(sorted) - 1));
    const errors = wrong.reduce((sum, size) => sum + size, 0);
    const samePairs = wrong.reduce((sum, size) => sum + countPairs(size), 0);
    const row = { times: 1, right, sizes: place, errors, pairs: countPairs(errors), samePairs };
    knownRows.set(key, rows.push(row) - 1);
    return rows.length - 1;
  });
  return { rows, sizes, places };
}

/** By class, by row. Questions sorted by how many were right, cut into equal parts. */
function guessClasses(
  patterns: readonly ErrorPattern[],
  rows: readonly Counted[],
  places: readonly number[],
): Explanation[][] {
  const shares = patterns.map(computeShareRight);
  const ranked = [...patterns.keys()].sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b);
  const trap = TRAP_PRIOR.seen / (TRAP_PRIOR.seen + TRAP_PRIOR.unseen);
  const guess = Array.from({ length: CLASSES }, () => rows.map(() => ({ weight: 0, trap })));
  ranked.forEach((pattern, rank) => {
    const part = Math.floor((rank * CLASSES) / patterns.length);
    const row = places[pattern] ?? 0;
    guess.forEach((of, index) => {
      const weight = part === index ? 0.95 : 0.05 / (CLASSES - 1);
      (of[row] as Explanation).weight += weight / (rows[row] as Counted).times;
    });
  });
  return guess;
}

function computeShareRight({ right }: ErrorPattern): number {
  const asked = right.filter((was) => was >= 0);
  return asked.length === 0 ? 0 : asked.filter((was) => was === 1).length / asked.length;
}

function estimateClass(
  rows: readonly Counted[],
  of: readonly Explanation[],
  size: number,
): Estimate {
  let total = 0;
  let { same, pairs } = SHARING_PRIOR;
  let traps = TRAP_PRIOR.seen;
  let chances = TRAP_PRIOR.seen + TRAP_PRIOR.unseen;
  const correct = new Float64Array(size);
  const asked = new Float64Array(size);
  let questions = 0;
  rows.forEach(({ times, right, errors, pairs: all, samePairs }, row) => {
    const { weight: each, trap } = of[row] as Explanation;
    const weight = times * each;
    questions += times;
    total += weight;
    for (let member = 0; member < size; member++) {
      const was = right[member] ?? -1;
      if (was < 0) continue;
      asked[member] = (asked[member] ?? 0) + weight;
      if (was === 1) correct[member] = (correct[member] ?? 0) + weight;
    }
    if (errors < 2) return;
    traps += weight * trap;
    chances += weight;
    pairs += weight * (1 - trap) * all;
    same += weight * (1 - trap) * samePairs;
  });
  const mean = (addUp(correct) + 0.5) / (addUp(asked) + 1);
  return {
    share: (total + 1) / (questions + CLASSES),
    reliability: Array.from(correct, (count, member) =>
      clamp((count + MEMBER_PRIOR * mean) / ((asked[member] ?? 0) + MEMBER_PRIOR), 0.001, 0.999),
    ),
    otherwise: clamp(mean, 0.001, 0.999),
    sharing: clamp(same / pairs, 0.02, 0.95),
    traps: traps / chances,
  };
}

/** By class, by row. */
function explainRows(
  rows: readonly Counted[],
  sizes: readonly (readonly number[])[],
  classes: readonly Estimate[],
): Explanation[][] {
  const tables = classes.map(({ share, reliability, sharing, traps }) => ({
    share: Math.log(share),
    right: reliability.map((chance) => Math.log(chance)),
    wrong: reliability.map((chance) => Math.log(1 - chance)),
    groups: sizes.map((each) => logWrongGroups(each, sharing, traps)),
    trap: sizes.map((each) => trapShare(each, sharing, traps)),
  }));
  const explained: Explanation[][] = classes.map(() => []);
  for (const row of rows) {
    const logs = tables.map(({ share, right, wrong, groups }) => {
      let log = share + (groups[row.sizes] ?? 0);
      row.right.forEach((was, member) => {
        if (was >= 0) log += (was === 1 ? right[member] : wrong[member]) ?? 0;
      });
      return log;
    });
    const total = logs.reduce(logSum, -Infinity);
    tables.forEach(({ trap }, index) =>
      explained[index]?.push({
        weight: Math.exp((logs[index] ?? 0) - total),
        trap: trap[row.sizes] ?? 0,
      }),
    );
  }
  return explained;
}

function addUp(amounts: Float64Array): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
