import type { Lexeme } from "./lexicon.ts";

/** The content of some words, ready to be compared: what they are and how much each says. */
export interface Bag {
  /** How much each stem says. */
  weights: ReadonlyMap<string, number>;
  /** Longer stems by their first letters, to find other forms of a word. */
  heads: ReadonlyMap<string, string>;
  names: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** The sum of all weights. */
  total: number;
}

const headLength = 4;

/** A name or a figure says more than a common noun; words of narration say next to nothing. */
function weightOf(lexeme: Lexeme, name: boolean): number {
  if (lexeme.number) return 1;
  if (lexeme.stem.length === 1) return 0.15;
  if (lexeme.filler) return name ? 0.4 : 0.12;
  return name ? 1 : 0.6;
}

/** A bag to be filled word by word. */
export interface OpenBag extends Bag {
  weights: Map<string, number>;
  heads: Map<string, string>;
  names: Set<string>;
  numbers: Set<string>;
}

export const openBag = (): OpenBag => ({
  weights: new Map(),
  heads: new Map(),
  names: new Set(),
  numbers: new Set(),
  total: 0,
});

/** Adds a word; `stress` scales what it says. */
export function addTo(bag: OpenBag, lexeme: Lexeme, name: boolean, stress = 1): void {
  const { stem } = lexeme;
  const weight = weightOf(lexeme, name) * stress;
  const known = bag.weights.get(stem);
  if (known !== undefined && known >= weight) return;
  bag.weights.set(stem, weight);
  bag.total += weight - (known ?? 0);
  if (lexeme.number) bag.numbers.add(stem);
  else {
    if (name && !lexeme.filler && stem.length > 1) bag.names.add(stem);
    if (known === undefined && stem.length > headLength)
      bag.heads.set(stem.slice(0, headLength), stem);
  }
}

/** Whether two stems that begin alike are forms of one word: "environment" and "environmental". */
function kin(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let shared = headLength;
  while (shared < short.length && short.charCodeAt(shared) === long.charCodeAt(shared)) shared++;
  if (shared > headLength) return shared >= long.length - 4;
  return shared === short.length && long.length - shared <= 2;
}

/** One letter added, lost or exchanged: how names are misspelled. */
function oneOff(a: string, b: string): boolean {
  if (a.length < 5 || Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  const most = Math.min(a.length, b.length) - head;
  let tail = 0;
  while (tail < most && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail))
    tail++;
  return Math.max(a.length, b.length) - head - tail <= 1;
}

/** The most names among which misspellings are searched, so that the work is proportional to the text. */
const mostNames = 24;

function misspelled(name: string, names: ReadonlySet<string>): boolean {
  let seen = 0;
  for (const other of names) {
    if (oneOff(name, other)) return true;
    if (++seen >= mostNames) return false;
  }
  return false;
}

/** A digit in a name tells it from others: "worker_1" is neither a form nor a misspelling of "worker_2". */
const digit = /\d/;

/** How far a bag has a word of another: 1 as it is, less in another form or spelling, 0 not at all. */
function has(bag: Bag, stem: string, name: boolean): number {
  if (bag.weights.has(stem)) return 1;
  if (stem.length <= headLength || digit.test(stem)) return 0;
  const other = bag.heads.get(stem.slice(0, headLength));
  if (other !== undefined && kin(stem, other)) return 0.7;
  return name && misspelled(stem, bag.names) ? 0.85 : 0;
}

/** How much of the first bag's content the second has, 0 to 1. */
export function shareOf(part: Bag, whole: Bag): number {
  if (part.total === 0) return 0;
  let shared = 0;
  for (const [stem, weight] of part.weights)
    shared += weight * has(whole, stem, part.names.has(stem));
  return shared / part.total;
}
