import { isRecord, listIn, placesIn, textIn } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** Wordings that a model put together, by their place in the list (from 0), with its label for people. */
export interface ReadGroup {
  items: number[];
  label: string | null;
}

/** How a model grouped numbered answers. */
export interface ReadGroups {
  groups: ReadGroup[];
  /** Places of those that give no answer. */
  none: number[];
}

const LONGEST_LABEL = 200;

/**
 * Reads how a model grouped `count` numbered answers: `{"groups": [{"items": [1, 3], "label": "…"}],
 * "none": [2]}`. `null` unless every number from 1 to `count` is in exactly one group or in `none`.
 */
export function readGroups(text: string, count: number, mark?: string): ReadGroups | null {
  const reply = readObject(text, mark);
  if (reply === null || !Array.isArray(reply["groups"])) return null;
  const groups = listIn(reply["groups"]).map((group) => groupIn(group, count));
  const none = placesIn(reply["none"] ?? [], count);
  if (none === null || !groups.every((group) => group !== null)) return null;
  const places = [...none, ...groups.flatMap(({ items }) => items)];
  const complete = places.length === count && new Set(places).size === count;
  return complete ? { groups, none } : null;
}

function groupIn(value: unknown, count: number): ReadGroup | null {
  const items = isRecord(value) ? placesIn(value["items"], count) : null;
  if (items === null || items.length === 0 || !isRecord(value)) return null;
  return { items, label: textIn(value["label"], LONGEST_LABEL) };
}
