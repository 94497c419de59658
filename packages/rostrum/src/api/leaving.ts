/**
 * Ends a run whose reader has left. Such a run has no signal of its own: to make one and to listen to
 * it takes longer than a round.
 */
export interface Leaving {
  leave(): void;
  /** Calls back when the reader leaves, or at once if it has left. */
  onLeave(listener: (reason: unknown) => void): void;
}

export function createLeaving(): Leaving {
  let reason: DOMException | null = null;
  let told: ((reason: unknown) => void) | null = null;
  return {
    leave() {
      // What an aborted signal gives as its reason.
      reason ??= new DOMException("This operation was aborted", "AbortError");
      told?.(reason);
    },
    onLeave(listener) {
      told = listener;
      if (reason !== null) listener(reason);
    },
  };
}
