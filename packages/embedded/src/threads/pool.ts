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
  /** Threads that work at once, including this one; 1 means no workers. */
  threads: number;
  startWorker(): WorkerLike | null;
}

export interface Pool {
  /** Worker threads that exist now. */
  readonly workers: number;
  run(job: Job, control: JobControl): Promise<RawAnswer>;
}

/**
 * Spreads jobs over this thread and a few workers. A single job runs here, without the cost of a
 * worker; workers are started for jobs that overlap. A job waits for whichever thread is free first: a
 * worker takes longer to start than this thread takes for a short answer. A job gives the same answer
 * wherever it runs.
 */
export function createPool({ loadNetwork, threads, startWorker }: PoolOptions): Pool {
  const workers = new Set<WorkerLane>();
  const waiting: ((lane: Lane) => void)[] = [];
  let workersFail = false;

  const freeLane = (): Lane | undefined =>
    local.load === 0 ? local : [...workers].find(({ ready, load }) => ready && load === 0);
  const handOut = (): void => {
    while (waiting.length > 0) {
      const lane = freeLane();
      if (lane === undefined) return;
      waiting.shift()?.(lane);
    }
  };
  const local = createLocalLane(loadNetwork, handOut);

  /** Starts a worker if there are more waiting jobs than workers that are about to be ready. */
  const addWorker = (variant: EmbeddedVariant): void => {
    const starting = [...workers].filter(({ ready }) => !ready).length;
    if (workersFail || workers.size >= threads - 1 || starting >= waiting.length) return;
    const worker = startWorker();
    if (worker === null) {
      workersFail = true;
      return;
    }
    const lane = createWorkerLane(worker, variant, {
      onFree: handOut,
      onLost: (failed) => {
        workers.delete(lane);
        // A worker that can't start or work won't the next time either.
        workersFail ||= failed;
      },
    });
    workers.add(lane);
  };

  /** The job on the first thread that is free. */
  const place = (job: Job, control: JobControl): Promise<RawAnswer> => {
    const lane = freeLane();
    if (lane !== undefined) return lane.run(job, control);
    const { signal } = control;
    return new Promise((resolve, reject) => {
      const begin = (free: Lane): void => {
        signal.removeEventListener("abort", leave);
        resolve(free.run(job, control));
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(begin);
      addWorker(job.variant);
    });
  };

  return {
    get workers() {
      return workers.size;
    },
    async run(job, control) {
      control.signal.throwIfAborted();
      let heard = 0;
      const counted: JobControl = {
        signal: control.signal,
        onRaw(delta) {
          heard += delta.length;
          control.onRaw(delta);
        },
      };
      try {
        return await place(job, counted);
      } catch (error) {
        if (!(error instanceof WorkerLostError)) throw error;
        return local.run(job, {
          signal: control.signal,
          onRaw: skipKnownText(heard, control.onRaw),
        });
      }
    },
  };
}

/** A repeated job produces the same text, so the part that the listener already got is skipped. */
function skipKnownText(count: number, onRaw: (delta: string) => void): (delta: string) => void {
  return (delta) => {
    const fresh = delta.slice(count);
    count = Math.max(0, count - delta.length);
    if (fresh !== "") onRaw(fresh);
  };
}
