import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { Problem } from "../parts/notice-list.tsx";
import type { Decision } from "./pending.ts";
import { reviews } from "./use-pending.ts";

interface DecisionStateProps {
  decision: Decision;
  /** True if the debate had ended before the decision. */
  isOver: boolean;
  /** True if the debate has a review, by another person if this decision failed. */
  hasReview: boolean;
}

/** Shows a decision, and how long it can be undone. */
export function DecisionState({ decision, isOver, hasReview }: DecisionStateProps): VNode {
  const { id, state, words, due, error } = decision;
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
  if (state !== "held") {
    return (
      <p class="decided decided-sent" role="status" ref={box}>
        {state === "sent" ? "Decided: " : "Sending: "}
        <span class="said">{escapeInvisible(words)}</span>.{" "}
        {isOver ? "It is the answer now." : "The debate completes with it."}
      </p>
    );
  }
  return (
    <div class="decided" role="status" ref={box}>
      <p>
        You decided: <span class="said">{escapeInvisible(words)}</span>
      </p>
      <p class="row">
        <button type="button" onClick={() => reviews.undo(id)}>
          Undo
        </button>
        <Countdown due={due} />
      </p>
      <p class="dim small">
        Nothing is sent until then. If you close the page, it is sent immediately.
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
      sent in {Math.max(0, Math.ceil((due - now) / 1000))} s
    </span>
  );
}
