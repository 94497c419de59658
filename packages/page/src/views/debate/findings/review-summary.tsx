import type { VNode } from "preact";
import { PLAN_VERDICTS, type PartialResult } from "@rostrum/core/protocol";
import { countStatuses } from "@rostrum/core/record";
import { listStanding, SEVERITIES_WORST_FIRST } from "../../../record/describe-findings.ts";
import "../../../style/review-summary.css";

/** A review in figures: the verdict on a plan, findings by severity, and the members' votes. */
export function ReviewSummary({
  result: { findings = [], verdict },
}: {
  result: Pick<PartialResult, "findings" | "verdict">;
}): VNode {
  const standing = listStanding(findings);
  return (
    <div class="review-summary">
      {verdict && (
        <ol class="verdict-scale" aria-label="Verdict">
          {PLAN_VERDICTS.map((each) => (
            <li class={each} aria-current={each === verdict ? "true" : undefined}>
              {each.charAt(0).toUpperCase() + each.slice(1)}
            </li>
          ))}
        </ol>
      )}
      {findings.length > 0 && (
        <p class="severity-counts">
          {SEVERITIES_WORST_FIRST.map((severity) => {
            const count = standing.filter((each) => each.severity === severity).length;
            return count === 0 ? null : (
              <span>
                <b>{count}</b> <span class={`sev sev-${severity}`}>{severity}</span>
              </span>
            );
          })}
          <span class="dim">{countStatuses(findings).join(" · ")}</span>
        </p>
      )}
    </div>
  );
}
