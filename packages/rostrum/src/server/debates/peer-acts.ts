import { JournalError } from "../../errors.ts";
import { checkGroup, isPlainObject, REVIEW } from "../../options/index.ts";
import type { Note, Review } from "../../protocol/settings.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { toHttpError, HttpError, type HttpStatus } from "../http-error.ts";

/** What can be done to a debate by whoever holds it. */
export type Act =
  | { act: "cancel" }
  | { act: "review"; said: Review }
  | { act: "proceed" }
  | { act: "say"; said: Note }
  | { act: "speak"; said: Speech };

/** A person's words at the table. */
export interface Speech {
  name: string;
  text: string;
}

type Answer =
  | { ok: true }
  | { ok: false; status: HttpStatus; code: string; message: string; field?: string };

/** Carries an act out; what goes wrong is an answer too. */
export async function runAct(acting: () => Promise<void>): Promise<Answer> {
  try {
    await acting();
    return { ok: true };
  } catch (error) {
    const { status, code, message, field } = toHttpError(error);
    return omitUndefined({ ok: false, status, code, message, field });
  }
}

/** Throws what the holder answered, as if it had been said here. */
export function checkAnswer(answer: unknown): void {
  const { ok, status, code, message, field } = answer as Extract<Answer, { ok: false }>;
  if (!ok) throw new HttpError(status, code, message, omitUndefined({ field }));
}

/** An act that came from another server, which may be of another version; `null` for what is not one. */
export function readAct(value: unknown): Act | null {
  if (!isPlainObject(value)) return null;
  const { act, said } = value as { act?: unknown; said?: unknown };
  if (act === "cancel" || act === "proceed") return { act };
  if (!isPlainObject(said)) return null;
  if (act === "review") {
    checkGroup(REVIEW, said, "review");
    return { act, said: said as unknown as Review };
  }
  if (act === "say") return { act, said: said as unknown as Note };
  return act === "speak" ? { act, said: said as unknown as Speech } : null;
}

export function isBusy(error: unknown): error is JournalError {
  return error instanceof JournalError && error.code === "journal_busy";
}

/** Another process holds the debate, and can't be asked or does not answer. */
export function heldElsewhere(error: JournalError): HttpError {
  return new HttpError(409, "held_elsewhere", error.publicMessage, { retryAfter: 5 });
}
