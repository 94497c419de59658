import { startableModule } from "../../../package-file.ts";
import { nodeModuleIfAny } from "../../../runtime.ts";
import type { WorkerLike } from "./worker-lane.ts";

/** Starts a worker thread, or returns `null` if there are none (a browser, a bundle without the file). */
export function startWorker(): WorkerLike | null {
  const threads = nodeModuleIfAny("node:worker_threads");
  if (threads === undefined) return null;
  try {
    return new threads.Worker(startableModule("models/embedded/threads/worker"));
  } catch {
    return null;
  }
}

/** Threads that can run at once on this machine. */
export function availableThreads(): number {
  return nodeModuleIfAny("node:os")?.availableParallelism() ?? 1;
}
