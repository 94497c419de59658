import type { VNode } from "preact";
import type { RunSummary } from "@rostrum/core/protocol";
import { describeOutcome, findSupport } from "../record/describe-run.ts";

const MAX_OUTCOME_LENGTH = 200;

/** Outcome of a run in one line. Only answers are styled as answers. */
export function RunOutcome({ run }: { run: RunSummary }): VNode {
  const { text, isAnswer, doubt } = describeOutcome(run, MAX_OUTCOME_LENGTH);
  return (
    <span class="outcome">
      <span class={isAnswer ? "said" : "said dim"}>{text}</span>
      {doubt && (
        <span class="tag warn" title={doubt.explanation}>
          {doubt.label}
        </span>
      )}
    </span>
  );
}

/** Larger panels show only the figures. */
const MAX_BARS = 7;

/** "2 of 3", with a bar for each member; or a state that needs attention. */
export function RunSupport({ run }: { run: RunSummary }): VNode {
  const support = findSupport(run);
  if (support === null) return <span class="run-support" />;
  if (support.kind === "state") {
    return (
      <span class="run-support">
        <span class={`tag ${support.tone}`}>{support.text}</span>
      </span>
    );
  }
  const { agreeing, members } = support;
  return (
    <span class="run-support">
      {members <= MAX_BARS && (
        <span class="support-bars" aria-hidden="true">
          {Array.from({ length: members }, (_, index) => (
            <i class={index < agreeing ? "" : "open"} />
          ))}
        </span>
      )}
      {`${agreeing} of ${members}`}
      <span class="hidden"> agree</span>
    </span>
  );
}
