import { readerWith } from "../../answers/index.ts";
import type { AnswerReader } from "../../protocol/answer.ts";

/** What a model said about pairs of answers, in all rounds of a debate. */
export class Verdicts {
  /** `null` until there is one, as in most debates. */
  #known: Map<unknown, Map<unknown, boolean | null>> | null = null;

  /** No pair was compared yet, as in most debates. */
  none(): boolean {
    return this.#known === null;
  }

  /** Whether two answers were compared, usably or not. */
  has(a: unknown, b: unknown): boolean {
    return this.#said(a, b) !== undefined;
  }

  /** Whether they are the same, as the model said or as follows from it; `null` if there is no usable reply. */
  of(a: unknown, b: unknown): boolean | null {
    const word = this.#said(a, b);
    return word === undefined ? this.#follows(a, b) : word;
  }

  /** Whether a usable reply was about these two answers themselves. */
  judged(a: unknown, b: unknown): boolean {
    return typeof this.#said(a, b) === "boolean";
  }

  note(a: unknown, b: unknown, same: boolean | null): void {
    const known = (this.#known ??= new Map());
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      const row = known.get(one) ?? new Map<unknown, boolean | null>();
      known.set(one, row.set(other, same));
    }
  }

  #said(a: unknown, b: unknown): boolean | null | undefined {
    return this.#known?.get(a)?.get(b);
  }

  /** An answer that is the same as one of two has the same relation to the other. */
  #follows(a: unknown, b: unknown): boolean | null {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      for (const [between, same] of this.#known?.get(one) ?? []) {
        const onward = same === true ? this.#said(between, other) : undefined;
        if (typeof onward === "boolean") return onward;
      }
    }
    return null;
  }
}

/** A reader that uses these verdicts for answers that its rules leave open. */
export function withVerdicts(reader: AnswerReader, verdicts: Verdicts): AnswerReader {
  if (reader.settle === undefined) return reader;
  return readerWith(reader, {
    same(a, b, ...form) {
      const open = !verdicts.none() && reader.settle?.(a, b) === "open";
      return (open ? verdicts.of(a, b) : null) ?? reader.same(a, b, ...form);
    },
  });
}
