import { HttpError } from "../http-error.ts";

/** A date or time of a query in milliseconds since 1970; `null` if there is none. */
export function timeOf(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new HttpError(400, "invalid_request", `${field}: expected a date such as 2026-11-01`, {
    field,
  });
}
