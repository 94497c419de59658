import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import type { Notice } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Icon } from "../../parts/icon.tsx";
import { describeKept } from "../../record/describe-kept.ts";
import { listProblems } from "../../record/list-problems.ts";
import { keepUnits } from "../../text/keep-units.ts";
import "../../style/alerts.css";

const MAX_DETAILS = 2;

/** Notices next to the answer: degraded, overruled, escalated, stopped or failed. */
export function Alerts({ record }: { record: DebateRecord }): VNode | null {
  const problems = listProblems(record);
  if (problems.length === 0) return null;
  const failed = record.status === "failed";
  return (
    <ul class="alerts notices">
      {problems.map((problem) => (
        <li class={`alert notice notice-${problem.kind}`}>
          <Icon name="alert" />
          <div>
            <AlertWords problem={problem} />
            {failed && problem === problems[0] && <p>{describeKept(record)}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function AlertWords({ problem: { title, details } }: { problem: Notice }): VNode {
  const inlineDetails = details.length > MAX_DETAILS ? [] : details;
  return (
    <>
      <p>
        <strong>{keepUnits(escapeInvisible(title))}</strong>{" "}
        {inlineDetails.map((detail) => (
          <span class="said">{keepUnits(escapeInvisible(detail))} </span>
        ))}
      </p>
      {inlineDetails.length < details.length && (
        <details>
          <summary>{details.length} details</summary>
          <ul class="particulars">
            {details.map((detail) => (
              <li class="said">{keepUnits(escapeInvisible(detail))}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
