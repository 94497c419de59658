import { JournalError } from "@rostrum/core/support";

/** Another process owns the run that was requested. */
export function busyError(id: string, holder: string): JournalError {
  return new JournalError(
    "journal_busy",
    `run "${id}": expected a run without an owner, but ${holder} owns it. ` +
      "Act on it there, or wait until it is free.",
  );
}

/** Somebody else owns a run that this process owned. */
export function lostError(id: string): JournalError {
  return new JournalError(
    "journal_lost",
    `run "${id}": expected to own it still, but another owner has taken it over and continues from what was written. ` +
      "An owner that is silent for longer than its lease loses its runs.",
  );
}

export function closedRunError(id: string): JournalError {
  const message = `run "${id}": expected an open run, but it was closed: open it again to write to it`;
  return new JournalError("journal_closed", message);
}

export function redactedError(id: string): JournalError {
  return new JournalError(
    "journal_redacted",
    `run "${id}": expected the texts of its question and replies, but it was written without them ` +
      "(redact). It can be shown but not resumed: use another id.",
  );
}

/** `make`: the function that makes another journal. */
export function closedJournalError(make: string, path: string): JournalError {
  return new JournalError(
    "journal_closed",
    `expected an open journal, but it was closed: make another with ${make}()`,
    { path },
  );
}
