import { startWorker } from "../worker/start-worker.ts";
import type { PlainConfig } from "../worker/messages.ts";
import { beginRun } from "./runs.ts";

/** Runs a debate among the embedded networks in its own worker. Returns the run's id. */
export function debateInWorker(question: string, config: PlainConfig, slow: boolean): string {
  const id = newId();
  const lane = startWorker((report) => {
    if (report.kind === "event") run.push(report.event);
    if (report.kind === "done") run.end();
    // The record of a failed debate says why; without events there is no record.
    if (report.kind === "failed") run.end(report.message);
    if (report.kind === "done" || report.kind === "failed") lane.end();
  });
  const run = beginRun(id, slow, () => lane.send({ kind: "stop" }));
  lane.send({ kind: "debate", id, question, config });
  return id;
}

let count = 0;

/** An id that is unique on this page. `crypto.randomUUID` is missing on pages without https. */
export function newId(): string {
  count += 1;
  return `play-${Date.now().toString(36)}-${count}`;
}
