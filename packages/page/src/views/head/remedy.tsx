import type { VNode } from "preact";
import type { Actions } from "../actions.ts";

/** Advice for a debate that ended without an answer. */
export function Remedy({ actions }: { actions: Actions | null }): VNode | null {
  if (!actions?.askAgain) return null;
  return (
    <p class="row remedy">
      <button type="button" class="primary" onClick={actions.askAgain}>
        Ask again
      </button>
      <span class="dim small">Opens the question with its panel. Nothing is sent yet.</span>
    </p>
  );
}
