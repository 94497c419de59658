import type { Severity } from "@rostrum/core/protocol";
import type { FindingsFlags } from "../report/findings.ts";

/** The flags of `rostrum review` that are not those of a question. */
export interface ReviewFlags extends FindingsFlags {
  about?: string;
  failOn: Severity | "never";
  /** A pull request; `true`: the one that the event of GitHub Actions is about. */
  pr?: string | true;
  /** Paths of a pull request that need no review. */
  skip?: string[];
  /** The most that all reviews of a pull request may cost together, in dollars. */
  maxCostPerPr?: number;
  /** `false`: nothing is written to the pull request. */
  comment: boolean;
}
