const MAX_SEED_CHARS = 4_096;

/** A question in the seed of a call: the text itself, or its hash if it is long. */
function shorten(question: string): string {
  return question.length < MAX_SEED_CHARS ? question : String(hash32(question));
}

/**
 * Hashes a text, followed by `rest`, to 32 bits: FNV-1a with a finalizer, so that similar texts give
 * different bits.
 */
export function hash32(text: string, rest = ""): number {
  return mix(absorb(absorb(FNV_OFFSET, text), rest));
}

export function computeStepSeed(seed: number, step: string, question: string): number {
  return hash32(`${seed} ${step} `, shorten(question));
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function absorb(hash: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash;
}

/** Seeded random numbers in [0, 1): the same text gives the same sequence on every machine. */
export function createRandom(text: string, rest = ""): () => number {
  let state = hash32(text, rest);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 0x1_0000_0000;
  };
}

/** Shuffles a copy (Fisher–Yates). */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
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
