import type { StoredEvent } from "../../protocol/events.ts";
import { fold } from "../../record/index.ts";
import { HttpError, type HttpStatus } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";

/** A debate whose result somebody waits for: one that is running, or one that is over and read again. */
export type Attended = Pick<
  LiveDebate,
  "id" | "events" | "over" | "result" | "inFlight" | "listen"
>;

/** A debate that is over, from its events. */
export function finishedDebate(id: string, events: readonly StoredEvent[]): Attended {
  const { result, status, error } = fold(events);
  const told =
    status === "completed"
      ? Promise.resolve(result)
      : Promise.reject(error ? errorOf(error) : new HttpError(502, "failed", "it failed"));
  // The error is passed to whoever asks for it, and must not be an unhandled rejection.
  told.catch(() => undefined);
  return {
    id,
    events,
    over: true,
    result: told,
    inFlight: () => [],
    listen: () => () => undefined,
  };
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
