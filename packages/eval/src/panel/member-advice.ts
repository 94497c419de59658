import { createBeliefModelFrom, findLeading, groupAsked } from "@rostrum/core/decide";
import type { KindCalibration, ReplayRow } from "@rostrum/core/protocol";
import { fitClasses } from "../calibration/fit-classes.ts";
import { correctForMany, pairedDifference, type PairedDifference } from "../statistics/paired.ts";
import type { Interval } from "../statistics/wilson.ts";

/** Effect of adding a member to a panel, or of dropping one. */
export interface MemberAdvice {
  name: string;
  change: "add" | "drop";
  /** Share of the rows that the member alone gets right. */
  alone: number;
  /** Gain in the panel's share of right answers, on held-out rows. */
  gain: PairedDifference;
  /** Extra cost per question, in US dollars; negative if cheaper, `null` if the price is unknown. */
  costUsd: number | null;
  /** Extra value per question, given the cost of a wrong answer; `null` if that cost or the price is unknown. */
  worthUsd: Interval | null;
}

/** Options of `adviseMembers()`. */
export interface AdviceOptions {
  /** Current members of the panel; other members in the rows are candidates. Default: all. */
  panel?: readonly string[];
  /** US dollars per call, by name. */
  costs?: Readonly<Record<string, number>>;
  /** Cost of a wrong answer, in US dollars. */
  wrong?: number;
}

const FOLDS = 5;
/** Weight of a member's own accuracy in the ranking, next to its measured gain, which is noisier. */
const ALONE_WEIGHT = 0.25;

/**
 * Ranks members to add or drop, most promising first: by value in dollars if costs are known, else by accuracy. Assumes
 * that all members are asked. The first one looks better than it is, because it was selected as the best.
 */
export function adviseMembers(
  calibration: Pick<KindCalibration, "replay" | "unlabelled">,
  { panel, costs, wrong }: AdviceOptions = {},
): MemberAdvice[] {
  const { members: names = [], rows = [] } = calibration.unlabelled
    ? {}
    : (calibration.replay ?? {});
  const seats = names.flatMap((name, seat) => ((panel?.includes(name) ?? true) ? [seat] : []));
  if (seats.length === 0 || rows.length < FOLDS) return [];
  const currentGrades = judgeHeldOut(rows, seats);
  const advice = names.flatMap((name, seat): MemberAdvice[] => {
    const isIn = seats.includes(seat);
    const changedSeats = isIn ? seats.filter((member) => member !== seat) : [...seats, seat];
    if (changedSeats.length === 0) return [];
    const gain = pairedDifference(judgeHeldOut(rows, changedSeats), currentGrades);
    const price = costs?.[name];
    const costUsd = price === undefined ? null : isIn ? -price : price;
    const worthUsd =
      costUsd === null || wrong === undefined ? null : computeWorth(gain, wrong, costUsd);
    const alone = rows.filter((row) => row.right !== null && row.said[seat] === row.right).length;
    const change = isIn ? "drop" : "add";
    return [{ name, change, alone: alone / rows.length, gain, costUsd, worthUsd }];
  });
  // With many members, some changes look worthwhile by chance.
  const gains = correctForMany(advice.map(({ gain }) => gain));
  return advice
    .map((entry, at) => ({ ...entry, gain: gains[at] ?? entry.gain }))
    .sort((a, b) => rankAdvice(b) - rankAdvice(a));
}

function computeWorth({ value, low, high }: Interval, wrong: number, costUsd: number): Interval {
  return {
    value: wrong * value - costUsd,
    low: wrong * low - costUsd,
    high: wrong * high - costUsd,
  };
}

function rankAdvice({ change, alone, gain, worthUsd }: MemberAdvice): number {
  return worthUsd?.value ?? gain.value + (change === "add" ? ALONE_WEIGHT : -ALONE_WEIGHT) * alone;
}

/** Grades these members' answer on each row, with classes learned from the other folds. */
export function judgeHeldOut(rows: readonly ReplayRow[], members: readonly number[]): boolean[] {
  const memberRows = pickMembers(rows, members);
  const names = members.map((member) => String(member));
  const judges = Array.from({ length: FOLDS }, (_, fold) => {
    const trainingRows = memberRows.filter((__, at) => at % FOLDS !== fold);
    return createJudge(names, fitClasses(trainingRows, names));
  });
  return memberRows.map((row, at) => judges[at % FOLDS]?.(row) ?? false);
}

/** Like `judgeHeldOut`, with separate rows to learn from and to test on. */
export function judgeOthers(
  trainingRows: readonly ReplayRow[],
  testRows: readonly ReplayRow[],
  members: readonly number[],
): boolean[] {
  const names = members.map((member) => String(member));
  const judge = createJudge(names, fitClasses(pickMembers(trainingRows, members), names));
  return pickMembers(testRows, members).map(judge);
}

function createJudge(
  names: readonly string[],
  classes: ReturnType<typeof fitClasses>,
): (row: ReplayRow) => boolean {
  const beliefModel = createBeliefModelFrom(names, { rows: 0, classes, beliefs: [], misses: [] });
  const all = names.map((_, member) => member);
  return (row) => {
    const { members, numbers } = groupAsked(row, all);
    const { group } = findLeading(members, beliefModel);
    return row.right !== null && group >= 0 && numbers[group] === row.right;
  };
}

function pickMembers(rows: readonly ReplayRow[], members: readonly number[]): ReplayRow[] {
  return rows.map((row) => ({ ...row, said: members.map((member) => row.said[member] ?? null) }));
}
