import type { RecordedName } from "@rostrum/core/record";
import { debateHref } from "../route/route.ts";

/** Separate from the recorded debates, because every page needs these names and few need the debates. */
const NAMES = { decision: true, review: true, change: true } satisfies Record<RecordedName, true>;

/** Marks ids of recorded debates. No run gets such an id. */
const PREFIX = "recorded:";

export const formatRecordedId = (name: RecordedName): string => `${PREFIX}${name}`;

/** Name of the recorded debate with this id. Null if it is the id of a run. */
export function findRecordedName(id: string): RecordedName | null {
  const name = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : "";
  return Object.hasOwn(NAMES, name) ? (name as RecordedName) : null;
}

export const recordedHref = (name: RecordedName): string => debateHref(formatRecordedId(name));
