import { useEffect, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import { reviewDebate } from "../api/endpoints.ts";
import { createPendingReviews, type PendingDecision, type PendingReviews } from "./pending.ts";

/** Decisions made on this page. They survive a change of the screen. */
export const reviews: PendingReviews = createPendingReviews({
  send: reviewDebate,
  describeError,
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
});

addEventListener("pagehide", () => reviews.flush());

/** All decisions. Renders again when one changes. */
export function usePending(): readonly PendingDecision[] {
  const [decisions, setDecisions] = useState(reviews.list);
  useEffect(() => reviews.listen(() => setDecisions(reviews.list())), []);
  return decisions;
}

/** The decision made on this page for one debate. Null if there is none. */
export function useDecision(id: string): PendingDecision | null {
  return usePending().find((decision) => decision.id === id) ?? null;
}
