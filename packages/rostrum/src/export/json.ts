import { asRecord, type Exportable } from "./as-record.ts";
import { visibleJson } from "../visible.ts";

/** The whole record as JSON, indented; characters that a terminal would obey are escapes. */
export function toJson(source: Exportable): string {
  return `${visibleJson(asRecord(source), 2)}\n`;
}
