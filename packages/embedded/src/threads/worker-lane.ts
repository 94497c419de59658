import type { RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../ids.ts";
import { rejectOnAbort, type Job, type JobControl, type Lane } from "./lane.ts";

/** Messages to a worker. */
export type ToWorker =
  /** Sent first, with the network of the first job. */
  | { type: "load"; variant: EmbeddedVariant }
  | { type: "run"; id: number; job: Job }
  | { type: "cancel"; id: number };

/** Messages from a worker. */
export type FromWorker =
  | { type: "ready" }
  | { type: "raw"; id: number; delta: string }
  | { type: "done"; id: number; answer: RawAnswer }
  | { type: "failed"; id: number; message: string };

/** The parts of Node's `Worker` that are used. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  on(event: "message", listener: (message: FromWorker) => void): unknown;
  on(event: "error" | "exit", listener: (reason: unknown) => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): unknown;
}

/** The worker failed, not the job, so the job can run on another thread. */
export class WorkerLostError extends Error {
  override readonly name: string = "WorkerLostError";
}

/** Idle time after which a worker is terminated. */
const IDLE_MS = 1000;

interface Pending {
  control: JobControl;
  resolve(answer: RawAnswer): void;
  reject(error: unknown): void;
}

export interface WorkerLane extends Lane {
  /** True once the worker has loaded its first network. */
  readonly ready: boolean;
}

interface WorkerListener {
  /** Called when the worker is ready, and when it has no jobs left. */
  onFree(): void;
  /** Called once when the worker has ended; `failed`: before it was ready, or while it had jobs. */
  onLost(failed: boolean): void;
}

/** Runs jobs in a worker thread. It keeps the process alive only while it has jobs, and is terminated when idle. */
export function createWorkerLane(
  worker: WorkerLike,
  variant: EmbeddedVariant,
  { onFree, onLost }: WorkerListener,
): WorkerLane {
  const pending = new Map<number, Pending>();
  let nextId = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let lostError: WorkerLostError | undefined;
  let ready = false;

  const markLost = (reason: unknown): void => {
    if (lostError !== undefined) return;
    lostError = new WorkerLostError("the embedded debater's worker thread ended", {
      cause: reason,
    });
    clearTimeout(idleTimer);
    onLost(!ready || pending.size > 0);
    for (const { reject } of pending.values()) reject(lostError);
    pending.clear();
  };
  const settle = (id: number): Pending | undefined => {
    const job = pending.get(id);
    if (pending.delete(id) && pending.size === 0) {
      worker.unref();
      startIdling();
    }
    return job;
  };
  const startIdling = (): void => {
    idleTimer = setTimeout(() => {
      markLost("idle");
      void worker.terminate();
    }, IDLE_MS);
    idleTimer.unref?.();
    onFree();
  };
  /** An error thrown by the listener fails the job, not the worker. */
  const deliver = (id: number, delta: string): void => {
    try {
      pending.get(id)?.control.onRaw(delta);
    } catch (error) {
      settle(id)?.reject(error);
      worker.postMessage({ type: "cancel", id });
    }
  };
  worker.on("error", markLost);
  worker.on("exit", markLost);
  worker.on("message", (message) => {
    if (message.type === "ready") {
      ready = true;
      startIdling();
    } else if (message.type === "raw") deliver(message.id, message.delta);
    else if (message.type === "done") settle(message.id)?.resolve(message.answer);
    else settle(message.id)?.reject(new Error(message.message));
  });
  worker.unref();
  worker.postMessage({ type: "load", variant });

  return {
    get ready() {
      return ready && lostError === undefined;
    },
    get load() {
      return pending.size;
    },
    run(job: Job, control: JobControl) {
      if (lostError !== undefined) return Promise.reject(lostError);
      const id = nextId++;
      clearTimeout(idleTimer);
      worker.ref();
      const outcome = new Promise<RawAnswer>((resolve, reject) => {
        pending.set(id, { control, resolve, reject });
        worker.postMessage({ type: "run", id, job });
      });
      const cancel = (): void => {
        if (settle(id) !== undefined) worker.postMessage({ type: "cancel", id });
      };
      control.signal.addEventListener("abort", cancel, { once: true });
      outcome
        .finally(() => control.signal.removeEventListener("abort", cancel))
        .catch(() => undefined);
      return rejectOnAbort(control.signal, outcome);
    },
  };
}
