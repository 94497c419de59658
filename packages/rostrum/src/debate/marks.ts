import { hash32 } from "../record/random.ts";
import type { ResolvedConfig, Task } from "./resolved-config.ts";

/*
 * Marks are made from the run's secret: no model can guess them, and a resumed run has the same ones. A mark that
 * occurs in a text, by accident or on purpose, is lengthened until it doesn't.
 */

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
}

/** What the mark of a fence is made from. */
export interface FenceSource {
  seed: number;
  round: number;
  question: string;
  /** The run's secret. */
  secret: string;
}

/** What the fences of one round of a debate are made from. */
export function fenceSource(
  { config, task }: { config: Pick<ResolvedConfig, "seed">; task: Task },
  round: number,
): FenceSource {
  return { seed: config.seed, round, question: task.question, secret: task.secret() };
}

/**
 * Quotes texts so that nothing in them can end the quotation or begin another one: each is between two
 * lines with a mark that occurs neither in the texts nor in what is `around` them.
 */
export function fenceQuotes(
  source: FenceSource,
  quotes: readonly Quote[],
  around: readonly string[],
): string[] {
  const mark = fenceMark(source, [
    ...around,
    ...quotes.flatMap(({ label, text }) => [label, text]),
  ]);
  return quotes.map(({ label, text }) => quotation(mark, label, text));
}

/** One text between two lines with the mark. */
export function quotation(mark: string, label: string, text: string): string {
  return `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`;
}

/** A mark that none of the texts contains. */
export function fenceMark(source: FenceSource, texts: readonly string[]): string {
  const { seed, round, question, secret } = source;
  return unusedMark(secret, `${seed} ${round} ${hash32(question)}`, texts);
}

/**
 * The mark around the answer section of one call, which no text that the call shows contains. The seed has no part
 * in it, because a fork under another seed reads the replies of the rounds that it took over.
 */
export function callMark(
  { secret }: Pick<Task, "secret">,
  step: string,
  shown: readonly string[],
): string {
  return unusedMark(secret(), step, shown);
}

function unusedMark(secret: string, source: string, texts: readonly string[]): string {
  // Few texts have this letter, so that a search for the mark passes over most of a text at once.
  let mark = "z";
  for (let tries = 0; tries === 0 || texts.some((text) => text.includes(mark)); tries++) {
    mark += keyedHash(secret, `${tries} ${source}`).toString(36).padStart(7, "0");
  }
  return mark;
}

/**
 * 32 bits that can't be predicted without the secret, even by somebody who has seen other outputs:
 * HalfSipHash-2-4 over the secret and then the text. It is plain arithmetic, so it is the same on every
 * machine and in a browser.
 */
function keyedHash(secret: string, text: string): number {
  const state: HashState = { a: 0, b: 0, c: 0x6c796765, d: 0x74656462 };
  absorb(state, secret);
  absorb(state, text);
  state.c ^= 0xff;
  for (let times = 0; times < 4; times++) mixState(state);
  return (state.b ^ state.d) >>> 0;
}

interface HashState {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** Two UTF-16 units at a time, then the length, so that different lists of texts never give the same input. */
function absorb(state: HashState, text: string): void {
  for (let at = 0; at < text.length; at += 2) {
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    absorbWord(state, text.charCodeAt(at) | (next << 16));
  }
  absorbWord(state, text.length);
}

function absorbWord(state: HashState, bits: number): void {
  state.d ^= bits;
  mixState(state);
  mixState(state);
  state.a ^= bits;
}

function mixState(state: HashState): void {
  let { a, b, c, d } = state;
  a = (a + b) | 0;
  b = rotate(b, 5) ^ a;
  a = rotate(a, 16);
  c = (c + d) | 0;
  d = rotate(d, 8) ^ c;
  a = (a + d) | 0;
  d = rotate(d, 7) ^ a;
  c = (c + b) | 0;
  b = rotate(b, 13) ^ c;
  state.a = a;
  state.b = b;
  state.c = rotate(c, 16);
  state.d = d;
}

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
