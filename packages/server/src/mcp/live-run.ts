import type { Debate } from "@rostrum/runtime/api";
import { AbortError } from "@rostrum/core/support";
import { Waits, type DebateEvent, type StoredEvent } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import type { McpRun } from "./host.ts";

/** A debate that runs in this process. */
export interface McpLiveRun extends McpRun {
  /** Resolves with the first event; rejects when the debate ends without any. */
  begun: Promise<void>;
  /** Resolves when it is over, however it ended. */
  ended: Promise<void>;
  /** Returns true while the run can only continue after a person acts. */
  isWaiting(): boolean;
}

/** Starts a debate. It runs until it ends or `cancel` is called, even if nobody listens. */
export function runLive(
  id: string,
  debate: Debate<unknown>,
  run: (runOptions: { signal: AbortSignal; onEvent(event: DebateEvent): void }) => Promise<unknown>,
  /** Events of a resumed debate that the journal has. They are emitted again, with the same numbers. */
  stored: readonly StoredEvent[] = [],
): McpLiveRun {
  const controller = new AbortController();
  const events: StoredEvent[] = [...stored];
  const listeners = new Set<() => void>();
  const start = Promise.withResolvers<void>();
  const waits = new Waits();
  let over = false;
  const notify = (): void => listeners.forEach((listener) => listener());

  function onEvent(event: DebateEvent): void {
    if (event.type === "debate.delta") return;
    if (event.seq >= events.length) events.push(event);
    waits.apply(event);
    start.resolve();
    notify();
  }

  const end = (error?: unknown): void => {
    over = true;
    start.reject(error ?? new AbortError());
    notify();
  };
  const ended = run({ signal: controller.signal, onEvent }).then(() => end(), end);
  // Avoids an unhandled rejection if the caller doesn't await the start.
  start.promise.catch(() => undefined);
  return {
    id,
    own: true,
    begun: start.promise,
    ended,
    get over() {
      return over;
    },
    isWaiting: () => !over && waits.paused(),
    record: () => fold(events),
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    async cancel() {
      controller.abort(new AbortError("the client cancelled it"));
      await ended;
    },
    speak: (name, text) => debate.speak(id, name, text),
  };
}
