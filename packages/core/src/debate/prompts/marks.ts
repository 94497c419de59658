import type { Task } from "../config/resolved-config.ts";

/**
 * Each call has its own marks, derived from the run's secret and the step name: they don't occur in earlier text, no
 * model can guess them, and a resumed run has the same ones.
 */

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
}

/** Quotes texts so that nothing in them can end the quotation or begin another one. */
export function fenceQuotes(mark: string, quotes: readonly Quote[]): string[] {
  return quotes.map(({ label, text }) => quotation(mark, label, text));
}

/** One text between two lines with the mark. */
export function quotation(mark: string, label: string, text: string): string {
  return `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`;
}

/** The mark of the fences in the prompt of one call. */
export function fenceMark(task: MarkedTask, step: string): string {
  return makeMark(task, `fence ${step}`);
}

/**
 * The mark around the answer section of one call. Doesn't depend on the seed, because a fork with another seed reads
 * the replies of the rounds that it took over.
 */
export function callMark(task: MarkedTask, step: string): string {
  return makeMark(task, step);
}

type MarkedTask = Pick<Task, "secret" | "isPlanned">;

/**
 * Ten letters and digits, about 51 bits: too many to hit by accident or by trying. Simulated runs use digits, which
 * take the most tokens.
 */
function makeMark({ secret, isPlanned }: MarkedTask, source: string): string {
  const state: HashState = { a: 0, b: 0xee, c: 0x6c796765, d: 0x74656462 };
  const radix = isPlanned ? 10 : 36;
  absorb(state, secret());
  absorb(state, source);
  state.c ^= 0xee;
  const first = squeeze(state, radix);
  state.b ^= 0xdd;
  return first + squeeze(state, radix);
}

/** Half of a mark: 26 of the 32 bits that the state gives. */
function squeeze(state: HashState, radix: number): string {
  for (let times = 0; times < 4; times++) mixState(state);
  const bits = (state.b ^ state.d) >>> 0;
  return bits.toString(radix).padStart(5, "0").slice(-5);
}

/**
 * The state of HalfSipHash-2-4, whose output can't be predicted without the secret, even by somebody who has seen
 * other outputs. It is plain arithmetic, so it is the same on every machine and in a browser.
 */
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
