import { formatCount } from "@rostrum/core/export";
import type { DebateResult } from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import { chooseReviewExitCode, EXIT, type ExitCode } from "../exit-code.ts";
import type { ReviewFlags } from "./review-flags.ts";
import type { AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";

interface EndedReview {
  /** Null if no model was asked. */
  result: DebateResult | null;
  /** Findings that are as serious as `--fail-on` says. */
  serious: number;
  /** What is missing besides what the result tells. */
  gap: string | null;
}

export const NOT_ALL_REVIEWED = "not everything was reviewed";

/** Prints how to show the review again, and why the exit code isn't 0. Returns the code. */
export function reportEnd(
  review: EndedReview,
  flags: ReviewFlags & Pick<AskFlags, "journal">,
  { say, style }: Output,
): ExitCode {
  const { code, reason } = explainExitCode(review, flags);
  const id = toOneLine(review.result?.id ?? "");
  if (id !== "" && flags.journal !== false && !flags.quiet)
    say(style.dim(`run ${id}, rostrum show ${id}`));
  // A hook or a step of CI that stops has to say why, --quiet or not.
  if (code !== EXIT.answered) say(style.dim(`exit code ${code}: ${reason}`));
  return code;
}

function explainExitCode(
  { result, serious, gap }: EndedReview,
  { failOn }: ReviewFlags,
): { code: ExitCode; reason: string } {
  const verdict = result?.verdict;
  // A plan with a serious finding should not be carried out as it is.
  if (verdict !== undefined && verdict !== "proceed")
    return { code: EXIT.findings, reason: "the verdict isn't proceed" };
  // A serious finding decides the exit code, whatever else went wrong.
  if (verdict === undefined && serious > 0) {
    const severity = failOn === "critical" ? failOn : `${failOn} or worse`;
    const reason = `${formatCount(serious, "finding")} of severity ${severity} (--fail-on)`;
    return { code: EXIT.findings, reason };
  }
  const code = result === null ? EXIT.answered : chooseReviewExitCode(result);
  if (code === EXIT.budget) return { code, reason: "the limit was reached" };
  if (code !== EXIT.answered) return { code, reason: "the review is degraded" };
  return gap === null ? { code, reason: "" } : { code: EXIT.doubtful, reason: gap };
}
