import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { Problem } from "../parts/notice-list.tsx";
import type { Decision } from "./pending.ts";
import { reviews } from "./use-pending.ts";

interface DecisionStateProps {
  decision: Decision;
  /** The debate had ended before. */
  over: boolean;
  /** The debate has a review, which is somebody else's if this one failed. */
  settled: boolean;
}

/** The decision, and how long it can be undone. */
export function DecisionState({ decision, over, settled }: DecisionStateProps): VNode {
  const { id, state, words, due, error } = decision;
  const box = useRef<HTMLDivElement>(null);
  // The form that it replaces is higher, so it may be above the window.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  if (state === "failed") {
    return (
      <div class="decided" ref={box}>
        <Problem>{`Your decision was not accepted: ${error ?? ""}`}</Problem>
        <p>
          <button type="button" onClick={() => reviews.undo(id)}>
            {settled ? "Dismiss" : "Decide again"}
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
        {over ? "It is the answer now." : "The debate completes with it."}
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
  // The time is not announced again every second.
  return (
    <span class="dim small" aria-hidden="true">
      sent in {Math.max(0, Math.ceil((due - now) / 1000))} s
    </span>
  );
}
