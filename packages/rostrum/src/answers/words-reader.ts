import type { AnswerReader, Basis, ReadAnswer, Reading, Settlement } from "../protocol/answer.ts";
import { proseReader } from "./kinds/text.ts";
import type { AskedQuestion } from "./prose/asked-question.ts";
import { echoes } from "./unanswered.ts";

/** How one kind understands the words of an answer; `null` if it can't. */
export interface Understanding<V> {
  basis: Basis;
  of(words: string, question: AskedQuestion): V | null;
  /** The same for words that mean the same whatever is asked; `undefined` for all others. */
  whateverIsAsked?(words: string): V | null | undefined;
  /** `null` where only their words can tell. */
  same(a: V, b: V): boolean | null;
  key(value: V): string;
  /** How a value is shown if its own words are too many. */
  words(value: V): string;
}

/** Wordings longer than this are sentences: their value is shown instead. */
const longestWording = 80;

/** A debate compares the same few answers repeatedly. With more than this, they are understood anew. */
const mostKept = 512;

/**
 * Keeps answers as words and compares them by a kind. An answer that the kind can't understand is read
 * and compared as prose, so no vote is lost because of its form. A class, because every live debate has one.
 */
export class WordsReader<V> implements AnswerReader<string> {
  readonly basis: Basis;
  readonly #kind: Understanding<V>;
  readonly #question: AskedQuestion;
  #prose: AnswerReader<string> | null = null;
  #known: Map<string, V | null> | null = null;

  constructor(kind: Understanding<V>, question: AskedQuestion) {
    this.basis = kind.basis;
    this.#kind = kind;
    this.#question = question;
  }

  read(reading: Reading, text: string): ReadAnswer<string> | null {
    if (echoes(this.#question, reading)) return null;
    const { answer } = reading;
    const value = answer === null ? null : this.#understood(answer);
    if (answer === null || value === null) return this.#asProse().read(reading, text);
    const words = answer.length <= longestWording ? answer : this.#kind.words(value);
    return words === answer || this.#understood(words) === null
      ? { value: answer, wording: answer }
      : { value: words, wording: words };
  }

  same(a: string, b: string): boolean {
    return this.#compared(a, b) ?? this.#asProse().same(a, b);
  }

  settle(a: string, b: string): Settlement {
    const same = this.#compared(a, b);
    return same === null ? (this.#asProse().settle?.(a, b) ?? "open") : same ? "same" : "different";
  }

  key(words: string): string {
    const value = this.#understood(words);
    return value === null ? `?${this.#asProse().key?.(words) ?? words}` : this.#kind.key(value);
  }

  #compared(a: string, b: string): boolean | null {
    const one = this.#understood(a);
    const other = this.#understood(b);
    return one === null || other === null ? null : this.#kind.same(one, other);
  }

  #understood(words: string): V | null {
    const always = this.#kind.whateverIsAsked?.(words);
    if (always !== undefined) return always;
    const known = (this.#known ??= new Map());
    let value = known.get(words);
    if (value === undefined) {
      value = this.#kind.of(words, this.#question);
      if (known.size >= mostKept) known.clear();
      known.set(words, value);
    }
    return value;
  }

  #asProse(): AnswerReader<string> {
    return (this.#prose ??= proseReader(this.#question.understood()));
  }
}
