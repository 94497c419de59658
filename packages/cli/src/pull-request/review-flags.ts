import type { Severity } from "@rostrum/core/protocol";
import type { FindingsFlags } from "../report/findings.ts";

/** The flags of `rostrum review` that are not those of a question. */
export interface ReviewFlags extends FindingsFlags {
  about?: string;
  /** A file with a plan to review; `true`: standard input. */
  plan?: string | true;
  /** `false`: reviewers read nothing but the material. A folder: what `tools.files` says. */
  files?: string | false;
  /** Review what is staged. */
  staged?: boolean;
  /** Review everything since the merge base with this commit. */
  base?: string;
  failOn: Severity | "never";
  /** A pull request; `true`: the one that the event of GitHub Actions is about. */
  pr?: string | true;
  /** Patterns of paths that need no review. */
  skip?: string[];
  /** The most that all reviews of a pull request may cost together, in dollars. */
  maxCostPerPr?: number;
  /** `false`: nothing is written to the pull request. */
  comment: boolean;
}
