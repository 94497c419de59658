import type { RecordedName } from "@rostrum/core/record";
import { debateHref } from "../route/route.ts";

/** Every page needs these names, and few need the debates. */
const NAMES = { decision: true, review: true, change: true } satisfies Record<RecordedName, true>;

/** Recorded debates have addresses like debates of a server, under ids that no run gets by itself. */
const PREFIX = "recorded:";

export const formatRecordedId = (name: RecordedName): string => `${PREFIX}${name}`;

/** The recorded debate that an id stands for; `null` if it is a run's. */
export function findRecordedName(id: string): RecordedName | null {
  const name = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : "";
  return Object.hasOwn(NAMES, name) ? (name as RecordedName) : null;
}

export const recordedHref = (name: RecordedName): string => debateHref(formatRecordedId(name));
