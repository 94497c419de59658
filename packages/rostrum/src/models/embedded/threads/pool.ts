import type { RawAnswer } from "../core/answer.ts";
import type { Network } from "../core/network.ts";
import type { EmbeddedVariant } from "../variants.ts";
import type { Job, JobControl, Lane } from "./job.ts";
import { localLane } from "./local-lane.ts";
import { WorkerLostError, workerLane, type WorkerLike } from "./worker-lane.ts";

export interface PoolOptions {
  networkFor(variant: EmbeddedVariant): Promise<Network>;
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
 * worker; workers are started for jobs that overlap. A job gives the same answer wherever it runs.
 */
export function createPool({ networkFor, threads, startWorker }: PoolOptions): Pool {
  const local = localLane(networkFor);
  const workers = new Set<Lane>();
  let workersFail = false;

  const addWorker = (): Lane | null => {
    if (workersFail || workers.size >= threads - 1) return null;
    const worker = startWorker();
    if (worker === null) {
      workersFail = true;
      return null;
    }
    const lane = workerLane(worker, () => workers.delete(lane));
    workers.add(lane);
    return lane;
  };
  const leastLoaded = (): Lane => {
    const best = [local, ...workers].reduce((a, b) => (b.load < a.load ? b : a));
    return best.load === 0 ? best : (addWorker() ?? best);
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
        return await leastLoaded().run(job, counted);
      } catch (error) {
        if (!(error instanceof WorkerLostError)) throw error;
        // A worker that can't start won't start the next time either, so the job runs here.
        workersFail = true;
        return local.run(job, { signal: control.signal, onRaw: skipping(heard, control.onRaw) });
      }
    },
  };
}

/** A repeated job produces the same text, so the part that the listener already got is skipped. */
function skipping(count: number, onRaw: (delta: string) => void): (delta: string) => void {
  return (delta) => {
    const fresh = delta.slice(count);
    count = Math.max(0, count - delta.length);
    if (fresh !== "") onRaw(fresh);
  };
}
