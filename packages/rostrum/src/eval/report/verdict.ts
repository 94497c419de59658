import type { PairedDifference } from "../statistics/paired.ts";

export type Verdict = "better" | "worse" | "no difference shown";

/** The only place where one method is called better: its interval has to leave zero out. */
export function verdictOf({ low, high }: Pick<PairedDifference, "low" | "high">): Verdict {
  if (low > 0) return "better";
  return high < 0 ? "worse" : "no difference shown";
}
