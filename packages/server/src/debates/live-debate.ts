import {
  type RunOptions,
  type DebateEvent,
  type DeltaEvent,
  type StoredEvent,
  type DebateResult,
  Waits,
  type OpenWait,
} from "@rostrum/core/protocol";
import { AbortError, JournalError, type JournalErrorCode } from "@rostrum/core/support";
import { followTexts } from "@rostrum/core/record";
import { closingError } from "../http-error.ts";
import { toPublicEvent } from "../public-text.ts";
import { encodeEvent } from "../events/sse.ts";
import { createDeltaBatch } from "./delta-batch.ts";

export interface LiveListener {
  /** New events can be read, or the debate is over. Events of one turn of the event loop are announced together. */
  changed(): void;
  /** Pieces of text, gathered for a moment. Events before them may not have been announced yet. */
  deltas?(events: readonly DeltaEvent[]): void;
}

/** A debate that is running in this process. Its events are kept once, however many clients watch. */
export interface LiveDebate {
  readonly id: string;
  readonly user: string | null;
  readonly team: string | null;
  readonly digest: string;
  readonly events: readonly StoredEvent[];
  /** True while the debate can only continue after a person acts. */
  readonly waiting: boolean;
  /** Actions that the debate waits for a person to take. */
  waits(): OpenWait[];
  readonly over: boolean;
  /** True if it was told to end, and makes no further call. */
  readonly isEnding: boolean;
  /** True if the next server resumes it: its clients should send their requests again. */
  readonly isSuspended: boolean;
  /** Resolves with the first event; rejects when the debate ends without any. */
  readonly begun: Promise<void>;
  readonly result: Promise<DebateResult<unknown>>;
  /** An event as it is sent, encoded once for all readers. */
  frame(seq: number): Uint8Array;
  /** The texts in flight, each as one piece, for readers that join in the middle. */
  inFlight(): DeltaEvent[];
  listen(listener: LiveListener): () => void;
  abort(reason: string): void;
  /** From now on, the debate fails for its clients only, with the error of a server that is shutting down. */
  suspend(): void;
  /** Notifies listeners that the debate's place in the queue has changed. */
  placeChanged(): void;
  /** The first `count` events are in the journal, so listeners may see them. */
  markStored(count: number): void;
}

/** Debate whose result can be awaited: a running one, or a finished one that is read again. */
export type AwaitableDebate = Pick<
  LiveDebate,
  "id" | "events" | "over" | "result" | "inFlight" | "listen"
>;

export type RunToEnd = (
  runOptions: Required<Pick<RunOptions, "signal" | "onEvent">>,
) => Promise<DebateResult<unknown>>;

/** Errors after which the debate goes on elsewhere, now or after a restart. */
const OWNED_ELSEWHERE: ReadonlySet<JournalErrorCode> = new Set([
  "journal_lost",
  "journal_busy",
  "journal_closed",
]);

export function createLiveDebate(
  identity: Pick<LiveDebate, "id" | "user" | "team" | "digest">,
  run: RunToEnd,
  isEndingAtOnce = false,
): LiveDebate {
  const controller = new AbortController();
  const events: StoredEvent[] = [];
  const frames: Uint8Array[] = [];
  const listeners = new Set<LiveListener>();
  const texts = new Map<string, DeltaEvent>();
  const start = Promise.withResolvers<void>();
  /** Events held back until they are stored, so that no reader sees an event that it could not read again. */
  const unpublished: DebateEvent[] = [];
  let stored = 0;
  const waits = new Waits();
  let announcement: NodeJS.Immediate | null = null;
  let over = false;
  let isEnding = isEndingAtOnce;
  let isSuspended = false;

  const batch = createDeltaBatch((pieces) => {
    for (const piece of pieces) followTexts(texts, piece);
    for (const listener of listeners) listener.deltas?.(pieces);
  });

  /** Events that happen together are one write for each watcher. */
  function announceChange(): void {
    announcement ??= setImmediate(() => {
      announcement = null;
      for (const listener of listeners) listener.changed();
    });
  }

  function onEvent(event: DebateEvent): void {
    unpublished.push(event);
    publishStored();
  }

  function publishStored(): void {
    for (let next = unpublished[0]; next; next = unpublished[0]) {
      if (next.type !== "debate.delta" && next.seq >= stored) return;
      unpublished.shift();
      publish(next);
    }
  }

  function publish(event: DebateEvent): void {
    if (event.type === "debate.delta") return batch.add(event);
    batch.flush();
    followTexts(texts, event);
    events.push(toPublicEvent(event));
    waits.apply(event);
    start.resolve();
    announceChange();
  }

  function markStored(count: number): void {
    stored = Math.max(stored, count);
    publishStored();
  }

  function end(error?: unknown): void {
    // Events that could not be stored are published anyway, unless another process continues the debate.
    const goesOnElsewhere =
      isSuspended || (error instanceof JournalError && OWNED_ELSEWHERE.has(error.code));
    if (!goesOnElsewhere) markStored(Infinity);
    batch.flush();
    over = true;
    if (events.length === 0) start.reject(error ?? new AbortError());
    announceChange();
  }

  const result = run({ signal: controller.signal, onEvent }).catch((error: unknown) => {
    throw isSuspended ? closingError() : error;
  });
  result.then(() => end(), end);
  // The caller gets the error from `begun`; this avoids an unhandled rejection.
  start.promise.catch(() => undefined);

  return {
    ...identity,
    events,
    get waiting() {
      return !over && waits.paused();
    },
    waits: () => (over ? [] : waits.open()),
    get over() {
      return over;
    },
    get isEnding() {
      return isEnding;
    },
    get isSuspended() {
      return isSuspended;
    },
    begun: start.promise,
    result,
    frame: (seq) => (frames[seq] ??= encodeEvent(events[seq] as StoredEvent)),
    inFlight: () => [...texts.values()],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    markStored,
    placeChanged: announceChange,
    abort(reason) {
      isEnding = true;
      controller.abort(new Error(reason));
    },
    suspend() {
      isSuspended = true;
    },
  };
}
