import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { Verdicts } from "./verdicts.ts";

export type Item = ReadAnswer<unknown>;

export interface OpenItems {
  /** Answers that are in a pair, each wording once, in the order of the panel. */
  items: Item[];
  /** Indexes into `items`: pairs that the rules leave open and no model has compared. */
  pairs: [number, number][];
}

/** The answers that a model has to compare. */
export function openItems(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  verdicts: Verdicts,
): OpenItems {
  const different = new Map(values.flatMap((item) => (item ? [[item.value, item] as const] : [])));
  const all = [...different.values()];
  const open = pairsOf(all).filter(
    ([a, b]) => reader.settle?.(a.value, b.value) === "open" && !verdicts.has(a.value, b.value),
  );
  const asked = new Set(open.flat());
  const items = all.filter((item) => asked.has(item));
  const pairs = open.map(([a, b]): [number, number] => [items.indexOf(a), items.indexOf(b)]);
  return { items, pairs };
}

/** Whether a model took part in deciding which of these answers are the same. */
export function wereJudged(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  verdicts: Verdicts,
): boolean {
  if (verdicts.none()) return false;
  const all = values.filter((item) => item !== null);
  return pairsOf(all).some(
    ([a, b]) => verdicts.judged(a.value, b.value) && reader.settle?.(a.value, b.value) === "open",
  );
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b): [T, T] => [a, b]));
}
