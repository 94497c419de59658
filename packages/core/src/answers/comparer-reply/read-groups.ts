import { readList, readIndex, readIndexes } from "../machine-fields.ts";
import { hasAllSides } from "../../protocol/has-all-sides.ts";
import { readObject } from "../reply/read-object.ts";
import { isPlainObject } from "../../thrown.ts";
import { clipLine } from "../../visible.ts";

/** Answers that a model grouped, as indexes in the list. */
export interface ReadGroup {
  items: number[];
  /** The model's description of the group, in one line. */
  label: string | null;
  /** The most complete item of the group. */
  fullest: number | null;
}

/** A point on which the answers differ. */
export interface ReadDifference {
  about: string;
  kind: "conflict" | "unique";
  says: { items: number[]; text: string }[];
}

export interface ReadGroups {
  groups: ReadGroup[];
  /** Indexes of texts without an answer. */
  none: number[];
  /** `null` if the reply has no such list. */
  differences: ReadDifference[] | null;
}

const MAX_LABEL_CHARS = 200;
const MAX_STATEMENT_CHARS = 500;
/** Further differences are ignored. */
export const MAX_DIFFERENCES = 50;

/**
 * Reads the groups of `count` numbered answers: `{"groups": [{"items": [1, 3], "label": "…", "fullest": 3}],
 * "none": [2], "differences": […]}`. `null` unless every number from 1 to `count` is in exactly one group or
 * in `none`. Malformed differences are dropped.
 */
export function readGroups(text: string, count: number, mark?: string): ReadGroups | null {
  const reply = readObject(text, mark);
  if (reply === null || !Array.isArray(reply["groups"])) return null;
  const groups = readList(reply["groups"]).map((group) => readGroup(group, count));
  const none = readIndexes(reply["none"] ?? [], count);
  if (none === null || !groups.every((group) => group !== null)) return null;
  const places = [...none, ...groups.flatMap(({ items }) => items)];
  const complete = places.length === count && new Set(places).size === count;
  return complete ? { groups, none, differences: readDifferences(reply, count) } : null;
}

function readGroup(value: unknown, count: number): ReadGroup | null {
  const items = isPlainObject(value) ? readIndexes(value["items"], count) : null;
  if (items === null || items.length === 0 || !isPlainObject(value)) return null;
  const fullest = readIndex(value["fullest"], count);
  return {
    items,
    label: readLine(value["label"], MAX_LABEL_CHARS),
    fullest: fullest !== null && items.includes(fullest) ? fullest : null,
  };
}

function readDifferences(reply: Record<string, unknown>, count: number): ReadDifference[] | null {
  if (!Array.isArray(reply["differences"])) return null;
  return reply["differences"]
    .slice(0, MAX_DIFFERENCES)
    .flatMap((difference) => readDifference(difference, count) ?? []);
}

function readDifference(value: unknown, count: number): ReadDifference | null {
  if (!isPlainObject(value)) return null;
  const about = readLine(value["about"], MAX_LABEL_CHARS);
  const { kind } = value;
  if (about === null || (kind !== "conflict" && kind !== "unique")) return null;
  const says = readList(value["says"]).flatMap((statement) => {
    if (!isPlainObject(statement)) return [];
    const items = readIndexes(statement["items"], count) ?? [];
    const text = readLine(statement["text"], MAX_STATEMENT_CHARS);
    return items.length === 0 || text === null ? [] : [{ items, text }];
  });
  return hasAllSides(kind, says) ? { about, kind, says } : null;
}

function readLine(value: unknown, maxChars: number): string | null {
  return typeof value === "string" ? clipLine(value.trim(), maxChars) || null : null;
}
