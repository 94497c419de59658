import type { RawAnswer } from "../core/answer.ts";
import type { Network } from "../core/network.ts";
import type { EmbeddedVariant } from "../ids.ts";
import type { Job, JobControl, Lane } from "./lane.ts";
import { createLocalLane } from "./local-lane.ts";
import {
  WorkerLostError,
  createWorkerLane,
  type WorkerLane,
  type WorkerLike,
} from "./worker-lane.ts";

export interface PoolOptions {
  loadNetwork(variant: EmbeddedVariant): Promise<Network>;
  /** Maximum number of threads, including this one; 1 means no workers. */
  threads: number;
  startWorker(): WorkerLike | null;
}

export interface Pool {
  /** Number of current worker threads. */
  readonly workers: number;
  run(job: Job, control: JobControl): Promise<RawAnswer>;
}

/**
 * Spreads jobs over this thread and a few workers. A single job runs on this thread; workers are started for jobs that
 * overlap. A job takes the first free thread instead of waiting for its worker, because starting a worker takes longer
 * than a short answer. The thread doesn't affect the answer.
 */
export function createPool({ loadNetwork, threads, startWorker }: PoolOptions): Pool {
  const workers = new Set<WorkerLane>();
  const waiting: ((lane: Lane) => void)[] = [];
  let workersFail = false;

  const findFreeLane = (): Lane | undefined =>
    local.load === 0 ? local : [...workers].find(({ ready, load }) => ready && load === 0);
  const assignWaiting = (): void => {
    while (waiting.length > 0) {
      const lane = findFreeLane();
      if (lane === undefined) return;
      waiting.shift()?.(lane);
    }
  };
  const local = createLocalLane(loadNetwork, assignWaiting);

  /** Starts a worker if more jobs are waiting than workers are starting. */
  const addWorker = (variant: EmbeddedVariant): void => {
    const starting = [...workers].filter(({ ready }) => !ready).length;
    if (workersFail || workers.size >= threads - 1 || starting >= waiting.length) return;
    const worker = startWorker();
    if (worker === null) {
      workersFail = true;
      return;
    }
    const lane = createWorkerLane(worker, variant, {
      onFree: assignWaiting,
      onLost: (failed) => {
        workers.delete(lane);
        // Don't try again: the next worker would fail too.
        workersFail ||= failed;
      },
    });
    workers.add(lane);
  };

  /** Runs the job on the first free thread. */
  const runOnFreeLane = (job: Job, control: JobControl): Promise<RawAnswer> => {
    const lane = findFreeLane();
    if (lane !== undefined) return lane.run(job, control);
    const { signal } = control;
    return new Promise((resolve, reject) => {
      const start = (free: Lane): void => {
        signal.removeEventListener("abort", abandon);
        resolve(free.run(job, control));
      };
      const abandon = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", abandon, { once: true });
      waiting.push(start);
      addWorker(job.variant);
    });
  };

  return {
    get workers() {
      return workers.size;
    },
    async run(job, control) {
      control.signal.throwIfAborted();
      let deliveredLength = 0;
      const countingControl: JobControl = {
        signal: control.signal,
        onRaw(delta) {
          deliveredLength += delta.length;
          control.onRaw(delta);
        },
      };
      try {
        return await runOnFreeLane(job, countingControl);
      } catch (error) {
        if (!(error instanceof WorkerLostError)) throw error;
        return local.run(job, {
          signal: control.signal,
          onRaw: skipKnownText(deliveredLength, control.onRaw),
        });
      }
    },
  };
}

/** Skips text that the listener already has: a repeated job produces the same text. */
function skipKnownText(count: number, onRaw: (delta: string) => void): (delta: string) => void {
  return (delta) => {
    const fresh = delta.slice(count);
    count = Math.max(0, count - delta.length);
    if (fresh !== "") onRaw(fresh);
  };
}
