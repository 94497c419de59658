import type { Token } from "./tokens.ts";
import type { Tree } from "./tree.ts";

/** Thrown inside the parser only: the text is not supported mathematics. */
export class Unreadable extends Error {}

/** Higher levels of the grammar, needed by atoms because brackets may contain anything. */
export interface Grammar {
  items(cursor: Cursor): Tree[];
  sum(cursor: Cursor): Tree;
  power(cursor: Cursor): Tree;
}

/** Deeper nesting could overflow the stack, and no final answer has it. */
const MAX_DEPTH = 100;

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

  /** Parses one level deeper. */
  nested(parse: (cursor: Cursor) => Tree): Tree {
    if (++this.#depth > MAX_DEPTH) throw new Unreadable();
    const tree = parse(this);
    this.#depth--;
    return tree;
  }

  expect(text: string): void {
    if (!this.take(text)) throw new Unreadable();
  }
}
