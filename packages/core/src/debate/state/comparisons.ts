import { clusterAnswers } from "../../answers/cluster.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";

/**
 * Remembers a model's comparisons over all rounds: which answers are the same, and which give no answer. Answers are
 * stored by key, so that the same words in a later reply aren't compared again.
 */
export class ComparisonCache {
  /** `null` while nothing was compared. */
  #pairs: Map<unknown, Map<unknown, boolean | null>> | null = null;
  #none: Set<unknown> | null = null;
  readonly #descriptions: Map<unknown, AnswerDescription> = new Map();

  isEmpty(): boolean {
    return this.#pairs === null;
  }

  /**
   * True if two answers are the same; `null` if the comparer's reply was unusable, `undefined` if they weren't
   * compared.
   */
  get(a: unknown, b: unknown): boolean | null | undefined {
    return this.#pairs?.get(a)?.get(b);
  }

  has(answer: unknown): boolean {
    return this.#pairs?.has(answer) === true;
  }

  set(a: unknown, b: unknown, isSame: boolean | null): void {
    this.#row(a).set(b, isSame);
    this.#row(b).set(a, isSame);
  }

  #row(answer: unknown): Map<unknown, boolean | null> {
    const pairs = (this.#pairs ??= new Map());
    const row = pairs.get(answer) ?? new Map<unknown, boolean | null>();
    pairs.set(answer, row);
    return row;
  }

  /** Returns what the last comparison wrote about an answer's group. */
  getDescription(answer: unknown): AnswerDescription {
    return this.#descriptions.get(answer) ?? {};
  }

  setDescription(answer: unknown, description: AnswerDescription): void {
    this.#descriptions.set(answer, description);
  }

  isNone(answer: unknown): boolean {
    return this.#none?.has(answer) === true;
  }

  addNone(answer: unknown): void {
    (this.#none ??= new Set()).add(answer);
  }
}

/** A comparer's label for an answer's group. `fullest` marks the most complete answer of the group. */
export interface AnswerDescription {
  label?: string;
  fullest?: true;
}

/** Cache key of an answer. Answers with equal keys are the same. */
export function getKey<A>(reader: AnswerReader<A>, value: A): unknown {
  return reader.key === undefined ? value : reader.key(value);
}

/**
 * Wraps a reader so that a model's comparisons decide the pairs that its rules leave open. Pairs that no model
 * compared are different, unless the kind has a similarity threshold.
 */
export function withComparisons(reader: AnswerReader, cache: ComparisonCache): AnswerReader {
  if (reader.compareByRules === undefined) return reader;
  return {
    ...reader,
    same(a, b, ...forms) {
      const open = !cache.isEmpty() && reader.compareByRules?.(a, b) === "open";
      const compared = open ? cache.get(getKey(reader, a), getKey(reader, b)) : null;
      return compared ?? reader.same(a, b, ...forms);
    },
    isNone: (value) => cache.isNone(getKey(reader, value)),
    groupDescription: (value) => cache.getDescription(getKey(reader, value)),
  };
}

export type Item = ReadAnswer<unknown>;

export interface OpenItems {
  /** Answers that are part of an open pair, each once, in panel order. */
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
    const key = item && getKey(reader, item.value);
    if (item && !distinct.has(key)) distinct.set(key, item);
  }
  const entries = [...distinct];
  const open: [Item, Item][] = [];
  // A review may have a hundred findings, and each is compared with every other one.
  for (const [index, [one, a]] of entries.entries()) {
    for (const [other, b] of entries.slice(index + 1)) {
      const isOpen = reader.compareByRules?.(a.value, b.value) === "open";
      if (isOpen && cache.get(one, other) === undefined) open.push([a, b]);
    }
  }
  const openSet = new Set(open.flat());
  const items = entries.flatMap(([, item]) => (openSet.has(item) ? item : []));
  const indexes = new Map(items.map((item, index) => [item, index]));
  const pairs = open.map(([a, b]): [number, number] => [
    indexes.get(a) ?? -1,
    indexes.get(b) ?? -1,
  ]);
  return { items, pairs };
}

/** True if a model took part in deciding which of these answers are the same. */
export function wereJudged(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  cache: ComparisonCache,
): boolean {
  if (cache.isEmpty()) return false;
  const all = values.filter((item) => item !== null);
  return listPairs(all).some(
    ([a, b]) =>
      reader.compareByRules?.(a.value, b.value) === "open" &&
      typeof cache.get(getKey(reader, a.value), getKey(reader, b.value)) === "boolean",
  );
}

/** True if answers that the rules can't decide count as different because no model compared them. */
export function keptApartByRules(
  values: readonly (Item | null)[],
  reader: AnswerReader,
  cache: ComparisonCache,
): boolean {
  if (reader.compareByRules === undefined) return false;
  const groups = clusterAnswers(values, reader);
  const isOpen = (one: Item, other: Item): boolean =>
    reader.compareByRules?.(one.value, other.value) === "open" &&
    typeof cache.get(getKey(reader, one.value), getKey(reader, other.value)) !== "boolean";
  const answers = groups.flatMap((group, at) =>
    group.flatMap((index) => {
      const item = values[index];
      return item ? [{ item, at }] : [];
    }),
  );
  return listPairs(answers).some(([a, b]) => a.at !== b.at && isOpen(a.item, b.item));
}

function listPairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b): [T, T] => [a, b]));
}
