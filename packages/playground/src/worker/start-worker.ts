import type { Report, Task } from "./messages.ts";

export interface Lane {
  send(task: Task): void;
  end(): void;
}

/** Starts a worker. If it can't start or crashes, its task is reported as failed. */
export function startWorker(onReport: (report: Report) => void): Lane {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => onReport(data));
  worker.addEventListener("error", ({ message }) => {
    const why = message ? `: ${message}` : "";
    onReport({
      kind: "failed",
      message: `The worker with the networks could not run${why}. Reload the page to try again.`,
    });
  });
  return { send: (task) => worker.postMessage(task), end: () => worker.terminate() };
}
