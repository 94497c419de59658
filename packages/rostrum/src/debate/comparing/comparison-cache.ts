import type { AnswerReader } from "../../protocol/answer.ts";

/**
 * What a model said about answers, in all rounds of a debate: which are the same, and which give no answer.
 * Answers are kept by their key, so that the same words in a later reply are not compared again.
 */
export class ComparisonCache {
  /** `null` until there is one, as in most debates. */
  #pairs: Map<unknown, Map<unknown, boolean | null>> | null = null;
  #none: Set<unknown> | null = null;

  /** No pair was compared yet, as in most debates. */
  isEmpty(): boolean {
    return this.#pairs === null;
  }

  /** Whether two answers are the same; `null` if the reply was unusable, `undefined` if none was asked for. */
  get(a: unknown, b: unknown): boolean | null | undefined {
    return this.#pairs?.get(a)?.get(b);
  }

  /** Whether an answer was compared with any other. */
  has(answer: unknown): boolean {
    return this.#pairs?.has(answer) === true;
  }

  set(a: unknown, b: unknown, same: boolean | null): void {
    const pairs = (this.#pairs ??= new Map());
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      const row = pairs.get(one) ?? new Map<unknown, boolean | null>();
      pairs.set(one, row.set(other, same));
    }
  }

  isNone(answer: unknown): boolean {
    return this.#none?.has(answer) === true;
  }

  addNone(answer: unknown): void {
    (this.#none ??= new Set()).add(answer);
  }
}

/** What an answer is kept under: equal keys are the same answer. */
export function keyOf<A>(reader: AnswerReader<A>, value: A): unknown {
  return reader.key === undefined ? value : reader.key(value);
}

/**
 * A reader that goes by what a model said of answers that its rules leave open. What no model compared
 * is different, unless `same` was told how similar words must be.
 */
export function withComparisons(reader: AnswerReader, cache: ComparisonCache): AnswerReader {
  if (reader.settle === undefined) return reader;
  return {
    ...reader,
    same(a, b, ...forms) {
      const open = !cache.isEmpty() && reader.settle?.(a, b) === "open";
      const compared = open ? cache.get(keyOf(reader, a), keyOf(reader, b)) : null;
      return compared ?? reader.same(a, b, ...forms);
    },
    isNone: (value) => cache.isNone(keyOf(reader, value)),
  };
}
