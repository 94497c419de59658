import type { RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../ids.ts";
import { rejectOnAbort, type Job, type JobControl, type Lane } from "./lane.ts";

/** What goes to a worker. */
export type ToWorker =
  /** Comes first: the network that the first jobs will be for. */
  | { type: "load"; variant: EmbeddedVariant }
  | { type: "run"; id: number; job: Job }
  | { type: "cancel"; id: number };

/** What comes back. */
export type FromWorker =
  | { type: "ready" }
  | { type: "raw"; id: number; delta: string }
  | { type: "done"; id: number; answer: RawAnswer }
  | { type: "failed"; id: number; message: string };

/** As much of a Node worker as is used. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  on(event: "message", listener: (message: FromWorker) => void): unknown;
  on(event: "error" | "exit", listener: (reason: unknown) => void): unknown;
  ref(): void;
  unref(): void;
  terminate(): unknown;
}

/** The worker itself failed, not the job, so the job can run elsewhere. */
export class WorkerLostError extends Error {
  override readonly name: string = "WorkerLostError";
}

/** An idle worker is ended after this long. */
const IDLE_MS = 1000;

interface Pending {
  control: JobControl;
  resolve(answer: RawAnswer): void;
  reject(error: unknown): void;
}

export interface WorkerLane extends Lane {
  /** The worker has started and has loaded its first network. */
  readonly ready: boolean;
}

interface WorkerWatch {
  /** It is ready, or done with its last job. */
  onFree(): void;
  /** Called once when it has ended; `failed`: before it was ready, or while it had work. */
  onLost(failed: boolean): void;
}

/** Jobs done by a worker thread. It keeps the process alive only while it has work, and is ended soon after the last job. */
export function createWorkerLane(
  worker: WorkerLike,
  variant: EmbeddedVariant,
  { onFree, onLost }: WorkerWatch,
): WorkerLane {
  const pending = new Map<number, Pending>();
  let nextId = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let lost: WorkerLostError | undefined;
  let ready = false;

  const lose = (reason: unknown): void => {
    if (lost !== undefined) return;
    lost = new WorkerLostError("the embedded debater's worker thread ended", { cause: reason });
    clearTimeout(idle);
    onLost(!ready || pending.size > 0);
    for (const { reject } of pending.values()) reject(lost);
    pending.clear();
  };
  const settle = (id: number): Pending | undefined => {
    const job = pending.get(id);
    if (pending.delete(id) && pending.size === 0) {
      worker.unref();
      free();
    }
    return job;
  };
  const free = (): void => {
    idle = setTimeout(() => {
      lose("idle");
      void worker.terminate();
    }, IDLE_MS);
    idle.unref?.();
    onFree();
  };
  /** An error in the listener fails the job, not the worker. */
  const tell = (id: number, delta: string): void => {
    try {
      pending.get(id)?.control.onRaw(delta);
    } catch (error) {
      settle(id)?.reject(error);
      worker.postMessage({ type: "cancel", id });
    }
  };
  worker.on("error", lose);
  worker.on("exit", lose);
  worker.on("message", (message) => {
    if (message.type === "ready") {
      ready = true;
      free();
    } else if (message.type === "raw") tell(message.id, message.delta);
    else if (message.type === "done") settle(message.id)?.resolve(message.answer);
    else settle(message.id)?.reject(new Error(message.message));
  });
  worker.unref();
  worker.postMessage({ type: "load", variant });

  return {
    get ready() {
      return ready && lost === undefined;
    },
    get load() {
      return pending.size;
    },
    run(job: Job, control: JobControl) {
      if (lost !== undefined) return Promise.reject(lost);
      const id = nextId++;
      clearTimeout(idle);
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
