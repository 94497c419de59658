import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { Problem } from "../parts/problem.tsx";
import type { PendingDecision } from "./pending.ts";
import { reviews } from "./use-pending.ts";

interface DecisionStateProps {
  decision: PendingDecision;
  /** True if the debate has a review, by another person if this decision failed. */
  hasReview: boolean;
}

/** Shows a decision until the page's head does, and how long it can be undone. */
export function DecisionState({ decision, hasReview }: DecisionStateProps): VNode | null {
  const { id, state, choiceText, due, error } = decision;
  const box = useRef<HTMLDivElement>(null);
  // The form that this box replaces is taller, so the box may be above the viewport.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  if (state === "failed") {
    return (
      <div class="decided" ref={box}>
        <Problem>{`Your decision was not accepted: ${error ?? ""}`}</Problem>
        <p>
          <button type="button" onClick={() => reviews.undo(id)}>
            {hasReview ? "Dismiss" : "Decide again"}
          </button>
        </p>
      </div>
    );
  }
  if (state === "sent" && hasReview) return null;
  return (
    <div class="decided" role="status" ref={box}>
      <p>
        <strong>You decided:</strong> <span class="said">{escapeInvisible(choiceText)}</span>
      </p>
      <p class="row">
        {state === "held" ? <Countdown due={due} /> : state === "sent" ? "Saved" : "Saving…"}
        {state === "held" && (
          <button type="button" onClick={() => reviews.undo(id)}>
            Undo
          </button>
        )}
      </p>
    </div>
  );
}

function Countdown({ due }: { due: number }): VNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  // Keeps screen readers from announcing the countdown every second.
  return (
    <span class="dim small" aria-hidden="true">
      Saving in {Math.max(0, Math.ceil((due - now) / 1000))} s
    </span>
  );
}
