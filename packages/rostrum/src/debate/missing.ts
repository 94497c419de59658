import type { Missing } from "../protocol/result.ts";
import type { Table } from "./table.ts";

/** Notes that something was asked for and did not happen; the next event that reports work tells it. */
export function noteMissing(table: Table, missing: Missing): void {
  table.missing.push(missing);
}

/** What was noted since the last time, as a part of an event. */
export function takeMissing({ missing }: Table): { missing?: Missing[] } {
  const noted = missing.splice(0);
  return noted.length === 0 ? {} : { missing: noted };
}
