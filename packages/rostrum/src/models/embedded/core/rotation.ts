const BASE = 10_000;

/** Turns pairs of features by an angle that grows with the position: how attention knows distances. */
export interface Rotation {
  /** Turns one head's vector, in place. */
  turn(vector: Float32Array, offset: number, position: number): void;
}

export function rotationFor(headSize: number, capacity: number): Rotation {
  const pairs = headSize / 2;
  const cosines = new Float32Array(capacity * pairs);
  const sines = new Float32Array(capacity * pairs);
  for (let position = 0; position < capacity; position++) {
    for (let pair = 0; pair < pairs; pair++) {
      const angle = position / BASE ** ((2 * pair) / headSize);
      cosines[position * pairs + pair] = Math.cos(angle);
      sines[position * pairs + pair] = Math.sin(angle);
    }
  }
  return {
    turn(vector, offset, position) {
      for (let pair = 0; pair < pairs; pair++) {
        const cosine = cosines[position * pairs + pair] as number;
        const sine = sines[position * pairs + pair] as number;
        const at = offset + 2 * pair;
        const even = vector[at] as number;
        const odd = vector[at + 1] as number;
        vector[at] = even * cosine - odd * sine;
        vector[at + 1] = even * sine + odd * cosine;
      }
    },
  };
}
