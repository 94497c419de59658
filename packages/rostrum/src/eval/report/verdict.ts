import type { PairedDifference } from "../statistics/paired.ts";

export type Verdict = "better" | "worse" | "no difference shown";

/** The only place that calls a method better. The difference must be significant. */
export function verdictOf({
  value,
  differs,
}: Pick<PairedDifference, "value" | "differs">): Verdict {
  if (!differs) return "no difference shown";
  return value > 0 ? "better" : "worse";
}
