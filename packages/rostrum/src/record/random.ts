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

function hashOfLong(text: string): number {
  if (text !== lastHashed.text) lastHashed = { text, hash: mix(absorb(START, text)) };
  return lastHashed.hash;
}

const START = 0x811c9dc5;

function absorb(hash: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
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
