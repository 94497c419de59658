import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionState } from "./decision-state.tsx";
import { reviews, useDecision } from "./use-pending.ts";
import "../style/review.css";

interface ReviewControlProps {
  record: DebateRecord;
  /** Loads the record again, because somebody has decided. */
  reload(): void;
  /** Called before the form is hidden. */
  chosen?(): void;
}

/**
 * A person's decision on one debate: the choice, then the time for undoing it, then whether it was
 * accepted. Only for those who may decide.
 */
export function ReviewControl({ record, reload, chosen }: ReviewControlProps): VNode {
  const { result, status, waits } = record;
  const { id } = result;
  const settled = result.review !== undefined;
  const open = !settled && (status === "completed" || waits.some((wait) => wait.for === "review"));
  const decision = useDecision(id);
  const state = decision?.state;
  useEffect(() => {
    if (state === "failed") reload();
    if (state === "held" && settled) reviews.refuse(id, "Somebody else decided first.");
  }, [state, settled]);
  return (
    <>
      {decision && (
        <DecisionState decision={decision} over={status === "completed"} settled={settled} />
      )}
      {!open && !decision && <p role="status">It has been decided in the meantime.</p>}
      {open && (
        // Whoever undoes a decision finds the form as it was.
        <div hidden={decision !== null}>
          <DecisionForm
            result={result}
            decide={(review, words) => {
              chosen?.();
              reviews.decide(id, review, words);
            }}
          />
        </div>
      )}
    </>
  );
}
