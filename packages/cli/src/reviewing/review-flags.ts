import type { Severity } from "@rostrum/core/protocol";
import type { FindingsFlags } from "../report/findings.ts";

/** Flags of `rostrum review` that `rostrum ask` doesn't have. */
export interface ReviewFlags extends FindingsFlags {
  about?: string;
  /** File with a plan to review; true for standard input. */
  plan?: string | true;
  /** False: reviewers read only the material. Otherwise the folder of `tools.files`. */
  files?: string | false;
  staged?: boolean;
  /** Review everything since the merge base with this commit. */
  base?: string;
  failOn: Severity | "never";
  /** True: findings outside of the change don't decide the exit code. */
  failOnChangeOnly?: boolean;
  /** Pull request; true for the one of the GitHub Actions event. */
  pr?: string | true;
  /** Patterns of paths that need no review. */
  skip?: string[];
  /** Limit for all reviews of a pull request together, in US dollars. */
  maxCostPerPr?: number;
  /** False: write nothing to the pull request. */
  comment: boolean;
}
