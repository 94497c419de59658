import { parseRepaired } from "../reply/find-json.ts";
import { jsonValues } from "../reply/json-values.ts";

/** Wordings that a model put together, by their place in the list (from 0), with its label for people. */
export interface ReadGroup {
  items: number[];
  label: string | null;
}

/**
 * Reads how a model grouped `count` numbered texts: `{"groups": [{"items": [1, 3], "label": "…"}]}`, or
 * plain lists of numbers. `null` unless every number from 1 to `count` is in exactly one group.
 */
export function readGroups(text: string, count: number): ReadGroup[] | null {
  for (const value of valuesIn(text)) {
    const groups = groupsIn(value);
    if (groups !== null && coversAll(groups, count)) return groups;
  }
  return null;
}

/** Lists of lists are looked for too, wherever they stand. */
function valuesIn(text: string): unknown[] {
  const from = text.search(/\[\s*[[{]/);
  const to = text.lastIndexOf("]");
  const list = from < 0 || to < from ? [] : [parseRepaired(text.slice(from, to + 1))];
  return [...jsonValues(text), ...list];
}

function groupsIn(value: unknown): ReadGroup[] | null {
  const list = isObject(value) ? value["groups"] : value;
  if (!Array.isArray(list)) return null;
  const groups = list.map(groupFrom);
  return groups.every((group) => group !== null) ? groups : null;
}

function groupFrom(value: unknown): ReadGroup | null {
  const numbers = isObject(value) ? value["items"] : value;
  if (!Array.isArray(numbers) || numbers.length === 0) return null;
  const items = numbers.map(placeOf);
  if (items.some((item) => item === null)) return null;
  const label = isObject(value) && typeof value["label"] === "string" ? value["label"].trim() : "";
  return { items: items as number[], label: label === "" ? null : label };
}

/** 3, "3" and "#3" are the third text. */
function placeOf(value: unknown): number | null {
  const number = typeof value === "string" ? Number(/^\s*#?(\d{1,4})\s*$/.exec(value)?.[1]) : value;
  return typeof number === "number" && Number.isInteger(number) ? number - 1 : null;
}

function coversAll(groups: readonly ReadGroup[], count: number): boolean {
  const places = groups.flatMap(({ items }) => items);
  const distinct = new Set(places);
  return (
    places.length === count &&
    distinct.size === count &&
    places.every((place) => place >= 0 && place < count)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
