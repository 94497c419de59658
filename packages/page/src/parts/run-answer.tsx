import type { VNode } from "preact";
import { describeRunAnswer } from "../record/describe-run-answer.ts";
import { readsAsRefusal } from "../record/reads-as-refusal.ts";

/** The answer of a run in a list. A refusal doesn't look like one. */
export function RunAnswer({ answer, longest }: { answer: string; longest: number }): VNode {
  return (
    <span class={readsAsRefusal(answer) ? "said dim" : "said"}>
      {describeRunAnswer(answer, longest)}
    </span>
  );
}
