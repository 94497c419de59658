import type { Review } from "@rostrum/core/protocol";

export const UNDO_MS = 10_000;

/** A decision that a person made on this page. */
export interface PendingDecision {
  id: string;
  review: Review;
  /** The choice in words. */
  choiceText: string;
  /** `held` while it can be undone, before it is sent. */
  state: "held" | "sending" | "sent" | "failed";
  /** Time at which it is sent, in milliseconds since 1970. */
  due: number;
  error?: string;
}

export interface PendingReviews {
  list(): readonly PendingDecision[];
  find(id: string): PendingDecision | null;
  /** Schedules the review to be sent once it can no longer be undone. */
  decide(id: string, review: Review, choiceText: string): void;
  /** Undoes a decision that hasn't been sent or was refused. */
  undo(id: string): void;
  /** Cancels a decision that the server can no longer accept. */
  refuse(id: string, error: string): void;
  /** Sends all held decisions now, because the page is about to close. */
  flush(): void;
  listen(listener: () => void): () => void;
}

interface PendingReviewDeps {
  /** `leaving`: the page is about to close, so the request must outlive it. */
  send(id: string, review: Review, leaving: boolean): Promise<void>;
  describeError(error: unknown): string;
  now(): number;
  /** Runs a task later. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Holds reviews while they can be undone. They survive a change of the screen, but not the closing of the page. */
export function createPendingReviews({
  send,
  describeError,
  now,
  after,
}: PendingReviewDeps): PendingReviews {
  const decisions = new Map<string, PendingDecision>();
  const timers = new Map<string, () => void>();
  const listeners = new Set<() => void>();

  function set(id: string, decision: PendingDecision | null): void {
    if (decision) decisions.set(id, decision);
    else decisions.delete(id);
    for (const changed of listeners) changed();
  }

  function callOff(id: string): void {
    timers.get(id)?.();
    timers.delete(id);
  }

  async function sendNow(id: string, leaving: boolean): Promise<void> {
    callOff(id);
    const decision = decisions.get(id);
    if (decision?.state !== "held") return;
    set(id, { ...decision, state: "sending" });
    try {
      await send(id, decision.review, leaving);
      set(id, { ...decision, state: "sent" });
    } catch (error) {
      set(id, { ...decision, state: "failed", error: describeError(error) });
    }
  }

  return {
    list: () => [...decisions.values()],
    find: (id) => decisions.get(id) ?? null,
    decide(id, review, choiceText) {
      callOff(id);
      set(id, { id, review, choiceText, state: "held", due: now() + UNDO_MS });
      timers.set(
        id,
        after(UNDO_MS, () => void sendNow(id, false)),
      );
    },
    undo(id) {
      const state = decisions.get(id)?.state;
      if (state !== "held" && state !== "failed") return;
      callOff(id);
      set(id, null);
    },
    refuse(id, error) {
      const decision = decisions.get(id);
      if (decision?.state !== "held") return;
      callOff(id);
      set(id, { ...decision, state: "failed", error });
    },
    flush() {
      for (const { id } of decisions.values()) void sendNow(id, true);
    },
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
