import { logSum, logWrongGroups, trapShare } from "../decide/index.ts";
import type { DifficultyClass } from "../protocol/calibration.ts";

/** One question: the members that were right, and the sizes of the groups of equal wrong answers. */
export interface ErrorPattern {
  right: ReadonlyMap<string, boolean>;
  wrong: readonly number[];
}

const CLASSES = 2;
const ITERATIONS = 60;
/** The weight, in rows, of the assumption that a member is like the others. */
const MEMBER_PRIOR = 4;
/** Traps are assumed to be rare until rows show them. */
const TRAP_PRIOR = { seen: 1, unseen: 30 };
const SHARING_PRIOR = { same: 0.5, pairs: 1 };

/** How much each class explains each pattern, and how much of that is a trap. */
interface Explanation {
  weight: number;
  trap: number;
}

/**
 * Expectation–maximisation over two classes of difficulty: members who err together do so because the
 * question is hard. Each estimate is pulled towards the panel's mean, so that few rows have little effect.
 */
export function fitClasses(
  patterns: readonly ErrorPattern[],
  names: readonly string[],
): DifficultyClass[] {
  let explained = firstGuess(patterns);
  let classes: DifficultyClass[] = [];
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    classes = Array.from({ length: CLASSES }, (_, index) =>
      estimate(
        patterns,
        explained.map((row) => row[index] as Explanation),
        names,
      ),
    );
    explained = patterns.map((pattern) => explain(pattern, classes));
  }
  return classes;
}

/** Rows sorted by how many were right, cut into equal parts. */
function firstGuess(patterns: readonly ErrorPattern[]): Explanation[][] {
  const ranked = [...patterns.keys()].sort(
    (a, b) => shareRight(patterns[b]) - shareRight(patterns[a]) || a - b,
  );
  const part = new Map(
    ranked.map((row, rank) => [row, Math.floor((rank * CLASSES) / patterns.length)]),
  );
  const trap = TRAP_PRIOR.seen / (TRAP_PRIOR.seen + TRAP_PRIOR.unseen);
  return patterns.map((_, row) =>
    Array.from({ length: CLASSES }, (__, index) => ({
      weight: part.get(row) === index ? 0.95 : 0.05 / (CLASSES - 1),
      trap,
    })),
  );
}

function shareRight(pattern: ErrorPattern | undefined): number {
  if (!pattern || pattern.right.size === 0) return 0;
  return [...pattern.right.values()].filter(Boolean).length / pattern.right.size;
}

function estimate(
  patterns: readonly ErrorPattern[],
  explained: readonly Explanation[],
  names: readonly string[],
): DifficultyClass {
  let total = 0;
  let correct = 0;
  let asked = 0;
  let { same, pairs } = SHARING_PRIOR;
  let traps = TRAP_PRIOR.seen;
  let chances = TRAP_PRIOR.seen + TRAP_PRIOR.unseen;
  const own = new Map(names.map((name) => [name, { correct: 0, asked: 0 }]));
  patterns.forEach(({ right, wrong }, row) => {
    const { weight, trap } = explained[row] as Explanation;
    total += weight;
    for (const [name, ok] of right) {
      const member = own.get(name);
      asked += weight;
      if (member) member.asked += weight;
      if (!ok) continue;
      correct += weight;
      if (member) member.correct += weight;
    }
    const errors = wrong.reduce((sum, size) => sum + size, 0);
    if (errors < 2) return;
    traps += weight * trap;
    chances += weight;
    pairs += weight * (1 - trap) * pairsOf(errors);
    same += weight * (1 - trap) * wrong.reduce((sum, size) => sum + pairsOf(size), 0);
  });
  const mean = (correct + 0.5) / (asked + 1);
  const reliability: Record<string, number> = {};
  for (const [name, member] of own) {
    const estimated = (member.correct + MEMBER_PRIOR * mean) / (member.asked + MEMBER_PRIOR);
    reliability[name] = clamp(estimated, 0.001, 0.999);
  }
  return {
    share: (total + 1) / (patterns.length + CLASSES),
    reliability,
    otherwise: clamp(mean, 0.001, 0.999),
    sharing: clamp(same / pairs, 0.02, 0.95),
    traps: traps / chances,
  };
}

function explain(
  { right, wrong }: ErrorPattern,
  classes: readonly DifficultyClass[],
): Explanation[] {
  const logs = classes.map(({ share, reliability, otherwise, sharing, traps }) => {
    let log = Math.log(share) + logWrongGroups(wrong, sharing, traps);
    for (const [name, ok] of right) {
      const correct = reliability[name] ?? otherwise;
      log += Math.log(ok ? correct : 1 - correct);
    }
    return log;
  });
  const total = logs.reduce(logSum, -Infinity);
  return classes.map(({ sharing, traps }, index) => ({
    weight: Math.exp((logs[index] ?? 0) - total),
    trap: trapShare(wrong, sharing, traps),
  }));
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
