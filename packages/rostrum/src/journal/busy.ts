import { JournalError } from "../errors.ts";

/** Another process owns the run that was requested. */
export function busyError(id: string, holder: string): JournalError {
  return new JournalError(
    "journal_busy",
    `run "${id}": expected a run without an owner, but ${holder} owns it. ` +
      "Act on it there, or wait until it is free.",
  );
}

/** How a process is named to others. */
export function processOn(host: string, pid: number): string {
  return `process ${pid} on ${host}`;
}
