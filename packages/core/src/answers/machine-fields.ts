/** The fields of a JSON object that a model was asked for. What isn't of the documented form isn't there. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text of at most so many characters, on the lines it came on; `null` without one. */
export function textIn(value: unknown, longest: number): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") return null;
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

/** The place, from 0, of a text that was shown under a number from 1 to `count`; `null` for anything else. */
export function placeIn(value: unknown, count: number): number | null {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= count
    ? (value as number) - 1
    : null;
}

/** The same for a list of numbers; `null` unless each is the number of a text, and none stands there twice. */
export function placesIn(value: unknown, count: number): number[] | null {
  if (!Array.isArray(value)) return null;
  const places = value.map((number) => placeIn(number, count));
  return places.includes(null) || new Set(places).size < places.length
    ? null
    : (places as number[]);
}

/** Words that are quoted of a text, by its place from 0; `null` where the number is of no text. */
export interface ReadQuote {
  item: number | null;
  quote: string;
}

/** Reads `{"item": 1, "quote": "…"}`; `null` without words. */
export function quoteIn(value: unknown, count: number, longest: number): ReadQuote | null {
  const quote = isRecord(value) ? textIn(value["quote"], longest) : null;
  return quote === null || !isRecord(value) ? null : { item: placeIn(value["item"], count), quote };
}
