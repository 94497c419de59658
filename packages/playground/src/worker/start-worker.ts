import { describeError } from "../describe-error.ts";
import type { Report, Task } from "./messages.ts";

export interface WorkerHandle {
  send(task: Task): void;
  end(): void;
}

/** Starts a worker. If it can't start or crashes, its task is reported as failed. */
export function startWorker(onReport: (report: Report) => void): WorkerHandle {
  const failed = (message: string): void => {
    const reason = message ? `: ${message}` : "";
    onReport({
      kind: "failed",
      message: `The worker with the networks could not run${reason}. Reload the page to try again.`,
    });
  };
  let worker: Worker;
  try {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch (error) {
    // A server's policy may forbid workers. Reported later, because the caller isn't ready yet.
    queueMicrotask(() => failed(describeError(error).replace(/\.$/, "")));
    return { send: () => undefined, end: () => undefined };
  }
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => onReport(data));
  worker.addEventListener("error", ({ message }) => failed(message));
  return { send: (task) => worker.postMessage(task), end: () => worker.terminate() };
}
