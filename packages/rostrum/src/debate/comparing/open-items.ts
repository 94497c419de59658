import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import { keyOf, type ComparisonCache } from "./comparison-cache.ts";

export type Item = ReadAnswer<unknown>;

export interface OpenItems {
  /** Answers that are in a pair, each once, in the order of the panel. */
  items: Item[];
  /** Indexes into `items`: pairs that the rules leave open and no model has compared. */
  pairs: [number, number][];
}

/** The answers that a model has to compare. */
export function openItems(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  cache: ComparisonCache,
): OpenItems {
  const distinct = new Map<unknown, Item>();
  for (const item of values) {
    const key = item && keyOf(reader, item.value);
    if (item && !distinct.has(key)) distinct.set(key, item);
  }
  const open = pairsOf([...distinct]).filter(
    ([[one, a], [other, b]]) =>
      reader.settle?.(a.value, b.value) === "open" && cache.get(one, other) === undefined,
  );
  const asked = new Set(open.flatMap(([[, a], [, b]]) => [a, b]));
  const items = [...distinct.values()].filter((item) => asked.has(item));
  const pairs = open.map(([[, a], [, b]]): [number, number] => [
    items.indexOf(a),
    items.indexOf(b),
  ]);
  return { items, pairs };
}

/** Whether a model took part in deciding which of these answers are the same. */
export function wereJudged(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  cache: ComparisonCache,
): boolean {
  if (cache.isEmpty()) return false;
  const all = values.filter((item) => item !== null);
  return pairsOf(all).some(
    ([a, b]) =>
      reader.settle?.(a.value, b.value) === "open" &&
      typeof cache.get(keyOf(reader, a.value), keyOf(reader, b.value)) === "boolean",
  );
}

/** Whether answers that the rules leave open count as different, because nobody compares them. */
export function keptApartByRules(
  groups: readonly (readonly number[])[],
  values: readonly (Item | null)[],
  reader: AnswerReader,
): boolean {
  if (reader.settle === undefined) return false;
  const firsts = groups.flatMap(([first]) => values[first ?? -1] ?? []);
  return pairsOf(firsts).some(([a, b]) => reader.settle?.(a.value, b.value) === "open");
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b): [T, T] => [a, b]));
}
