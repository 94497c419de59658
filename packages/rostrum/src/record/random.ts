const LONG = 4_096;

/**
 * Represents a text that is hashed with something else: the text itself, or its hash if it is long.
 * The question of a debate is part of the seed of every call.
 */
function inShort(text: string): string {
  return text.length < LONG ? text : String(hash32(text));
}

/** The last long text, which is likely to be the next one too. */
let lastHashed = { text: "", hash: 0 };

/**
 * Turns any text into 32 well-mixed bits: FNV-1a, then a finaliser, so that similar texts give
 * different bits. `rest` is hashed after the text, so that a long question needn't be appended to
 * it.
 */
export function hash32(text: string, rest = ""): number {
  if (text.length + rest.length >= LONG) return hashOfLong(text + rest);
  return mix(absorb(absorb(START, text), rest));
}

/** The seed of a step: the same as `hash32` of the three with spaces between them. */
export function stepSeed(seed: number, step: string, question: string): number {
  const begun = absorb(absorb(absorb(START, String(seed)), " "), step);
  return mix(absorb(absorb(begun, " "), inShort(question)));
}

/**
 * The seeds of several steps. Each product of a hash waits for the one before it, so four hashes take
 * hardly longer than one.
 */
export function stepSeeds(seed: number, steps: readonly string[], question: string): number[] {
  const text = inShort(question);
  const start = absorb(absorb(START, String(seed)), " ");
  const hashes = steps.map((step) => absorb(absorb(start, step), " "));
  for (let at = 0; at < hashes.length; at += 4) absorbFour(hashes, at, text);
  return hashes.map(mix);
}

/** Continues up to four hashes with the same text. */
function absorbFour(hashes: number[], at: number, text: string): void {
  let [a, b, c, d] = [
    hashes[at] ?? 0,
    hashes[at + 1] ?? 0,
    hashes[at + 2] ?? 0,
    hashes[at + 3] ?? 0,
  ];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, PRIME);
    b = Math.imul(b ^ code, PRIME);
    c = Math.imul(c ^ code, PRIME);
    d = Math.imul(d ^ code, PRIME);
  }
  hashes[at] = a;
  if (at + 1 < hashes.length) hashes[at + 1] = b;
  if (at + 2 < hashes.length) hashes[at + 2] = c;
  if (at + 3 < hashes.length) hashes[at + 3] = d;
}

function hashOfLong(text: string): number {
  if (text !== lastHashed.text) lastHashed = { text, hash: mix(absorb(START, text)) };
  return lastHashed.hash;
}

const START = 0x811c9dc5;
const PRIME = 0x01000193;

function absorb(hash: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  }
  return hash;
}

/** A seeded stream of numbers in [0, 1): the same text gives the same stream on every machine. */
export function seededRandom(text: string, rest = ""): () => number {
  // Hashed at the first draw: most rules never draw, and the text contains the whole question.
  let state: number | null = null;
  return () => {
    state = ((state ?? hash32(text, rest)) + 0x9e3779b9) | 0;
    return mix(state) / 0x1_0000_0000;
  };
}

/** Fisher–Yates on a copy. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}

function mix(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
