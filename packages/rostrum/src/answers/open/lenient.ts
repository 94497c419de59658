import { embeddedObjects, fencedBody, parseRepaired, startsJson } from "../reply/find-json.ts";

/** JSON that may be what a reply means, the most likely first: a reply says last what it means. */
export function jsonIn(text: string): unknown[] {
  const whole = [text.trim(), fencedBody(text) ?? ""].filter(startsJson).map(parseRepaired);
  return [...whole, ...embeddedObjects(text).toReversed()];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of these fields that is there, whatever case and separators its name is in. */
export function fieldOf(record: Record<string, unknown>, ...names: readonly string[]): unknown {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, "");
  const byName = new Map(Object.entries(record).map(([name, value]) => [plain(name), value]));
  for (const name of names) {
    const value = byName.get(plain(name));
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A text of at most so many characters, on the lines it came on; `null` without one. */
export function textOf(value: unknown, longest: number): string | null {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string" || text.trim() === "") return null;
  const trimmed = text.trim();
  return trimmed.length > longest ? `${trimmed.slice(0, longest - 1).trimEnd()}…` : trimmed;
}

/** 3, "3", "#3" and "position 3" are the third text. From 0; `null` for anything else. */
export function placeOf(value: unknown): number | null {
  const number =
    typeof value === "string" ? Number(/^\s*[a-z ]{0,20}#?(\d{1,4})\s*$/i.exec(value)?.[1]) : value;
  return typeof number === "number" && Number.isInteger(number) ? number - 1 : null;
}

/** A list, or the one value that stands for it. */
export function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}
