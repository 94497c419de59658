import type { ResolvedConfig } from "../resolved-config.ts";

/** A review lists and checks findings, whatever its stop and decision rules are. */
export function isReview({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return typeof answer === "string"
    ? answer === "findings"
    : "type" in answer && answer.type === "findings";
}
