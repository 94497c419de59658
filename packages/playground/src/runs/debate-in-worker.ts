import { startWorker } from "../worker/start-worker.ts";
import type { PlainConfig } from "../worker/messages.ts";
import { LATE_MS } from "./late-ms.ts";
import { beginRun } from "./runs.ts";

/** Runs a debate among the embedded networks in its own worker. Returns the run's id. */
export function debateInWorker(question: string, config: PlainConfig, slow: boolean): string {
  const id = newId();
  let late: ReturnType<typeof setTimeout> | undefined;
  const end = (problem?: string): void => {
    clearTimeout(late);
    lane.end();
    run.end(problem);
  };
  const lane = startWorker((report) => {
    if (report.kind === "event") run.push(report.event);
    if (report.kind === "done") end();
    // The record of a failed debate states the reason; without events there is no record.
    if (report.kind === "failed") end(report.message);
  });
  const run = beginRun(id, slow, () => {
    lane.send({ kind: "stop" });
    // A browser that is short of memory may end a worker without an event.
    late ??= setTimeout(
      () => end("Stopped: the worker with the networks did not answer."),
      LATE_MS,
    );
  });
  lane.send({ kind: "debate", id, question, config });
  return id;
}

let count = 0;

/** Returns an id that is unique on this page. `crypto.randomUUID` is missing without https. */
export function newId(): string {
  count += 1;
  return `play-${Date.now().toString(36)}-${count}`;
}
