import { startableModule } from "../../../package-file.ts";
import type { WorkerLike } from "./worker-lane.ts";

/** Starts a worker thread, or says `null` where there are none (a browser, a bundle without the file). */
export function startWorker(): WorkerLike | null {
  // Asked for at run time, not imported: this module also loads where there is no such thing.
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined) return null;
  try {
    return new threads.Worker(startableModule("models/embedded/threads/worker"));
  } catch {
    return null;
  }
}

/** Threads that can run at once on this machine. */
export function availableThreads(): number {
  return globalThis.process?.getBuiltinModule?.("node:os").availableParallelism() ?? 1;
}
