import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionState } from "./decision-state.tsx";
import { reviews, useDecision } from "./use-pending.ts";
import "../style/review.css";

interface ReviewControlProps {
  record: DebateRecord;
  /** Reloads the record after a decision. */
  reload(): void;
  /** Called before the form is hidden. */
  onChosen?(): void;
  /** Button next to the form's own. */
  children?: ComponentChildren;
}

/**
 * A person's decision on a debate: the form, then the time to undo, then whether it was accepted. Hidden from users
 * who may not decide.
 */
export function ReviewControl(props: ReviewControlProps): VNode {
  const { record, reload, onChosen, children } = props;
  const { result, status, waits } = record;
  const { id } = result;
  const hasReview = result.review !== undefined;
  const open =
    !hasReview && (status === "completed" || waits.some((wait) => wait.for === "review"));
  const decision = useDecision(id);
  const state = decision?.state;
  useEffect(() => {
    if (state === "failed") reload();
    if (state === "held" && hasReview) reviews.refuse(id, "Somebody else decided first.");
  }, [state, hasReview]);
  return (
    <>
      {decision && <DecisionState decision={decision} hasReview={hasReview} />}
      {!open && !decision && <p role="status">This debate has been decided in the meantime.</p>}
      {open && (
        // Hidden instead of removed, so that undoing a decision restores the form.
        <div hidden={decision !== null}>
          <DecisionForm
            record={record}
            decide={(review, choiceText) => {
              onChosen?.();
              reviews.decide(id, review, choiceText);
            }}
          >
            {children}
          </DecisionForm>
        </div>
      )}
    </>
  );
}
