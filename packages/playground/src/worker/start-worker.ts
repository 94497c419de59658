import type { Report, Task } from "./messages.ts";

export interface Lane {
  send(task: Task): void;
  end(): void;
}

/** Starts a thread. A thread that can't start or breaks reports that its task has failed. */
export function startWorker(onReport: (report: Report) => void): Lane {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => onReport(data));
  worker.addEventListener("error", ({ message }) => {
    const why = message ? `: ${message}` : "";
    onReport({ kind: "failed", message: `The thread of the networks could not run${why}.` });
  });
  return { send: (task) => worker.postMessage(task), end: () => worker.terminate() };
}
