/* Readers of fields in a model's JSON. Values of another form count as missing. */
import { shorten } from "../format.ts";
import { isPlainObject } from "../thrown.ts";

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty string, shortened to `maxChars`. `null` for anything else. */
export function readText(value: unknown, maxChars: number): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") return null;
  return shorten(text, maxChars);
}

/** Index of the text with a number from 1 to `count`. `null` for anything else. */
export function readIndex(value: unknown, count: number): number | null {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= count
    ? (value as number) - 1
    : null;
}

/** Indexes of a list of numbers. `null` unless all of them are valid and distinct. */
export function readIndexes(value: unknown, count: number): number[] | null {
  if (!Array.isArray(value)) return null;
  const places = value.map((number) => readIndex(number, count));
  return places.includes(null) || new Set(places).size < places.length
    ? null
    : (places as number[]);
}

/** A quote and the index of the quoted text. `null` if the number is invalid. */
export interface ReadQuote {
  item: number | null;
  quote: string;
}

/** Reads `{"item": 1, "quote": "…"}`. `null` without a quote. */
export function readQuote(value: unknown, count: number, maxChars: number): ReadQuote | null {
  const quote = isPlainObject(value) ? readText(value["quote"], maxChars) : null;
  return quote === null || !isPlainObject(value)
    ? null
    : { item: readIndex(value["item"], count), quote };
}
