const BASE = 10_000;

/**
 * The angles by which pairs of features are turned, which grow with the position: how attention knows
 * distances. For every position and every two pairs, the four cosines and then the four sines that their
 * features are multiplied with, as `Kernel.attend` expects them.
 */
export function rotationFor(headSize: number, capacity: number): Float32Array {
  const table = new Float32Array(capacity * headSize * 2);
  for (let position = 0; position < capacity; position++) {
    for (let feature = 0; feature < headSize; feature++) {
      const angle = position / BASE ** ((feature & ~1) / headSize);
      const at = position * headSize * 2 + 2 * (feature & ~3) + (feature & 3);
      table[at] = Math.cos(angle);
      table[at + 4] = feature % 2 === 0 ? -Math.sin(angle) : Math.sin(angle);
    }
  }
  return table;
}
