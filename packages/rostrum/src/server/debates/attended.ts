import type { StoredEvent } from "../../protocol/events.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { fold } from "../../record/index.ts";
import { HttpError, type HttpStatus } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";

/** A debate whose result somebody waits for: one that is running, or one that is over and read again. */
export type Attended = Pick<
  LiveDebate,
  "id" | "events" | "over" | "result" | "inFlight" | "listen"
>;

/** What a debate that is over came to, from its events. */
export async function resultOf(events: readonly StoredEvent[]): Promise<DebateResult<unknown>> {
  const { result, status, error } = fold(events);
  if (status === "completed") return result;
  throw error ? errorOf(error) : new HttpError(502, "failed", "it failed");
}

const STATUS: Partial<Record<string, HttpStatus>> = {
  ConfigError: 400,
  BudgetExceededError: 402,
  AbortError: 409,
  JournalMismatchError: 409,
};

/** The same error as when it happened. */
function errorOf({
  name,
  code,
  message,
}: {
  name: string;
  code: string;
  message: string;
}): HttpError {
  return new HttpError(STATUS[name] ?? 502, code, message);
}
