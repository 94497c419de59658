import { isPlainObject } from "@rostrum/core/support";

/** A rating, `"a"`, `"b"` or `"tie"` for a pair, or any other category. */
export type JudgeVerdict = number | string;

/** Verdicts of one judge about a pair in each order. */
export interface BothOrders {
  ab: JudgeVerdict | null;
  ba?: JudgeVerdict | null;
}

export type VerdictKind = "pairs" | "ratings" | "categories";

const PAIR_VALUES: Readonly<Record<string, number>> = { a: 1, tie: 0, b: -1 };

/** Values of a judge's verdicts about a pair, for each order in which it gave one: 1 for the first text, -1 for the second. */
export function listPairValues(verdict: JudgeVerdict | BothOrders | null | undefined): number[] {
  const verdicts = verdict != null && isBoth(verdict) ? [verdict.ab, verdict.ba] : [verdict];
  return verdicts.flatMap((orderVerdict) => PAIR_VALUES[String(orderVerdict)] ?? []);
}

export function isBoth(verdict: JudgeVerdict | BothOrders): verdict is BothOrders {
  return typeof verdict === "object";
}

/** Finds the kind of people's verdicts. */
export function findKind(people: readonly JudgeVerdict[]): VerdictKind {
  if (people.every((verdict) => typeof verdict === "number")) return "ratings";
  return people.every((verdict) => isVerdict("pairs", verdict)) ? "pairs" : "categories";
}

/** The verdicts that a judge is expected to give, by kind, in words. */
export const EXPECTED_VERDICTS: Readonly<Record<VerdictKind, string>> = {
  pairs: '"a", "b", "tie", { ab, ba } with these, or null',
  ratings: "a number or null, as people gave numbers",
  categories: "a text, a number or null",
};

/** True if a verdict of this kind can be compared with people's. */
export function isVerdict(kind: VerdictKind, value: unknown): value is JudgeVerdict {
  if (kind === "pairs") return typeof value === "string" && Object.hasOwn(PAIR_VALUES, value);
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber || (kind === "categories" && typeof value === "string");
}

/** True for what a judge may have in a row: a verdict, none, or for pairs one in each order. */
export function isJudgement(kind: VerdictKind, value: unknown): boolean {
  const isPart = (part: unknown): boolean => part == null || isVerdict(kind, part);
  if (kind !== "pairs" || !isPlainObject(value)) return isPart(value);
  const { ab, ba, ...others } = value;
  return ab !== undefined && isPart(ab) && isPart(ba) && Object.keys(others).length === 0;
}
