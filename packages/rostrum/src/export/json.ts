import { asRecord, type Exportable } from "./as-record.ts";
import { visibleJson } from "../visible.ts";

/** The whole record as indented JSON. Characters that a terminal would obey are escaped. */
export function toJson(source: Exportable): string {
  return `${visibleJson(asRecord(source), 2)}\n`;
}
