import { useEffect, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import { reviewDebate } from "../api/endpoints.ts";
import { createPendingReviews, type Decision, type PendingReviews } from "./pending.ts";

/** The decisions of this page. They are kept when the reader goes to another screen. */
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

/** All decisions, now and whenever one changes. */
export function usePending(): readonly Decision[] {
  const [decisions, setDecisions] = useState(reviews.all);
  useEffect(() => reviews.listen(() => setDecisions(reviews.all())), []);
  return decisions;
}

/** The decision on one debate, if somebody made one on this page. */
export function useDecision(id: string): Decision | null {
  return usePending().find((decision) => decision.id === id) ?? null;
}
