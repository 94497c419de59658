import { removeKeys } from "@rostrum/runtime/sql-journal";

/** The message of an error and of its cause, without keys, for the log. */
export function formatCause(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return removeKeys(cause instanceof Error ? `${message} (${cause.message})` : message);
}
