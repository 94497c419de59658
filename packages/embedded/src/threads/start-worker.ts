import { locateWorker } from "../location.ts";
import { findNodeModule } from "../node-module.ts";
import type { WorkerLike } from "./worker-lane.ts";

/** Starts a worker thread, or returns `null` if there are none (a browser, a bundle without the file). */
export function startWorker(): WorkerLike | null {
  const threads = findNodeModule("node:worker_threads");
  if (threads === undefined) return null;
  try {
    return new threads.Worker(locateWorker());
  } catch {
    return null;
  }
}

/** Threads that can run at once on this machine. */
export function countThreads(): number {
  return findNodeModule("node:os")?.availableParallelism() ?? 1;
}
