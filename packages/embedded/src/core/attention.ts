import { exponential } from "./exponential.ts";
import { LANES, countBlocks, type Kernel } from "./kernel.ts";
import { sumInLanes } from "./rows.ts";

const f = Math.fround;

/** `Kernel.attend` without WebAssembly. */
export function attend(
  memory: Float32Array,
  multiply: Kernel["multiply"],
  queryKeyValue: number,
  keys: number,
  values: number,
  scores: number,
  mixed: number,
  rotation: number,
  size: number,
  heads: number,
  capacity: number,
  position: number,
  tokens: number,
): void {
  const dim = size * heads;
  const scale = f(1 / f(Math.sqrt(size)));
  for (const end = position + tokens; position < end; position++) {
    const angles = rotation + position * 2 * size;
    for (let head = 0; head < heads; head++) {
      const keysOfHead = keys + head * size * capacity;
      const valuesOfHead = values + head * size * capacity;
      const key = queryKeyValue + dim;
      rotatePairs(memory, queryKeyValue, angles, size);
      rotatePairs(memory, key, angles, size);
      const keyAt = keysOfHead + Math.floor(position / LANES) * size * LANES + (position % LANES);
      for (let i = 0; i < size; i++) memory[keyAt + i * LANES] = memory[key + i] as number;
      for (let i = 0; i < size; i += LANES) {
        const from = key + dim + i;
        memory.copyWithin(valuesOfHead + i * capacity + position * LANES, from, from + LANES);
      }
      const visibleCount = position + 1;
      const keyBlock = size * LANES;
      multiply(
        scores,
        keysOfHead,
        queryKeyValue,
        countBlocks(visibleCount),
        size,
        keyBlock,
        1,
        0,
        0,
      );
      const share = f(1 / softmaxInPlace(memory, scores, visibleCount, scale));
      const columns = Math.ceil(visibleCount / 4) * 4;
      multiply(mixed, valuesOfHead, scores, size / LANES, columns, capacity * LANES, 1, 0, 0);
      for (let i = mixed; i < mixed + size; i++) memory[i] = (memory[i] as number) * share;
      queryKeyValue += size;
      mixed += size;
    }
    queryKeyValue += 2 * dim;
  }
}

/** Rotates the pairs of one vector by the angles of its position. */
function rotatePairs(memory: Float32Array, at: number, angles: number, size: number): void {
  for (let i = 0; i < size; i += 2) {
    const [even, odd] = [memory[at + i] as number, memory[at + i + 1] as number];
    // Four cosines, then four sines, for two pairs at a time.
    const cosine = angles + 2 * (i & ~3) + (i & 3);
    const sine = cosine + 4;
    memory[at + i] = f(even * (memory[cosine] as number)) + f(odd * (memory[sine] as number));
    memory[at + i + 1] =
      f(odd * (memory[cosine + 1] as number)) + f(even * (memory[sine + 1] as number));
  }
}

/** Turns scores into unnormalized softmax weights in place, and returns their sum. */
function softmaxInPlace(
  memory: Float32Array,
  scores: number,
  count: number,
  scale: number,
): number {
  let top = -Infinity;
  for (let i = scores; i < scores + count; i++) top = Math.max(top, memory[i] as number);
  for (let i = scores; i < scores + count; i++) {
    memory[i] = exponential(f(f((memory[i] as number) - top) * scale));
  }
  memory.fill(0, scores + count, scores + Math.ceil(count / 4) * 4);
  return sumInLanes(count, (i) => memory[scores + i] as number);
}
