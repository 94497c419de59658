import type { Worker } from "node:worker_threads";
import { JournalError } from "@rostrum/core/support";
import { startableModule } from "../../../package-file.ts";
import { nodeModuleIfAny } from "../../../node-builtins.ts";
import type { FromThread, Jobs, PerformJob, ThreadData, ToThread } from "./jobs.ts";

/** A thread that does jobs for this one. It keeps the process alive only while it has any. */
export interface SideThread {
  /** Rejects with `ThreadLost` if the thread ended before the job did. */
  perform: PerformJob;
  /** Ends it after the jobs that it has. */
  end(): Promise<void>;
}

/** The thread itself failed and not the job, which can be done elsewhere. */
export class ThreadLost extends Error {
  override readonly name: string = "ThreadLost";
}

/** `path` is the file's name in errors. `null`: there are no threads here (a bundle without the file). */
export function startThread(data: ThreadData, path: string): SideThread | null {
  const threads = nodeModuleIfAny("node:worker_threads");
  if (threads === undefined) return null;
  let worker: Worker;
  try {
    worker = new threads.Worker(startableModule("journal/sqlite/thread/program"), {
      workerData: data,
    });
  } catch {
    return null;
  }
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  let hasFailed = false;
  let next = 0;

  function rejectPending(): void {
    hasFailed = true;
    for (const { reject } of pending.values()) reject(new ThreadLost());
    pending.clear();
    exit();
  }

  worker.unref();
  worker.on("error", rejectPending);
  worker.on("exit", rejectPending);
  worker.on("message", (message: FromThread) => {
    const job = pending.get(message.id);
    pending.delete(message.id);
    if (pending.size === 0) worker.unref();
    if ("json" in message) job?.resolve(JSON.parse(message.json));
    else job?.reject(new JournalError(message.error.code, message.error.message, { path }));
  });
  const post = (message: ToThread): void => worker.postMessage(message);

  return {
    async perform(name, ...values) {
      if (hasFailed) throw new ThreadLost();
      const id = next++;
      const job = Promise.withResolvers<unknown>();
      pending.set(id, job);
      worker.ref();
      post({ id, name, values });
      return (await job.promise) as ReturnType<Jobs[typeof name]>;
    },
    async end() {
      worker.ref();
      post(null);
      await exited;
    },
  };
}
