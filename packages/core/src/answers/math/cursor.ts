import type { Token } from "./tokens.ts";
import type { Tree } from "./tree.ts";

/** Thrown only inside the parser: the text is not mathematics that it knows. */
export class Unreadable extends Error {}

/** The higher levels of the grammar that an atom needs, because brackets may contain anything. */
export interface Grammar {
  items(at: Cursor): Tree[];
  sum(at: Cursor): Tree;
  power(at: Cursor): Tree;
}

/** No final answer is nested deeper, and deeper nesting could overflow the stack. */
const DEEPEST = 100;

/** Walks over tokens. */
export class Cursor {
  readonly #tokens: Token[];
  readonly grammar: Grammar;
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], grammar: Grammar) {
    this.#tokens = [...tokens];
    this.grammar = grammar;
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#index + ahead];
  }

  next(): Token {
    const token = this.#tokens[this.#index++];
    if (token === undefined) throw new Unreadable();
    return token;
  }

  at(text: string): boolean {
    const token = this.peek();
    return (
      token !== undefined && token.text === text && token.kind !== "words" && token.kind !== "word"
    );
  }

  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.#index++;
    return true;
  }

  takeWord(text: string): boolean {
    const token = this.peek();
    if (token?.kind !== "word" || token.text.toLowerCase() !== text) return false;
    this.#index++;
    return true;
  }

  /** Takes only the first digit of a number. */
  takeDigit(): string {
    const token = this.peek();
    if (token === undefined) throw new Unreadable();
    this.#tokens[this.#index] = { ...token, text: token.text.slice(1), spaced: false };
    return token.text.charAt(0);
  }

  /** Parses one level further down. */
  nested(parse: (at: Cursor) => Tree): Tree {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const tree = parse(this);
    this.#depth--;
    return tree;
  }

  expect(text: string): void {
    if (!this.take(text)) throw new Unreadable();
  }
}
