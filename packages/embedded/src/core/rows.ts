import { EXP_MAX, exponential } from "./exponential.ts";

const f = Math.fround;

export const EPSILON: number = f(1e-5);

/** Sums in the order of WebAssembly's four lanes: every fourth number, then the lanes in pairs. */
export function sumInLanes(count: number, numberAt: (index: number) => number): number {
  const lanes = [0, 0, 0, 0] as [number, number, number, number];
  for (let i = 0; i < count; i++) lanes[i & 3] = f((lanes[i & 3] as number) + numberAt(i));
  return f(f(lanes[0] + lanes[1]) + f(lanes[2] + lanes[3]));
}

/** `Kernel.normalise` without WebAssembly. */
export function normalise(
  memory: Float32Array,
  target: number,
  source: number,
  weight: number,
  size: number,
  tokens: number,
): void {
  for (const end = source + tokens * size; source < end; source += size, target += size) {
    const squares = sumInLanes(size, (i) => f((memory[source + i] as number) ** 2));
    const scale = f(1 / f(Math.sqrt(f(f(squares / size) + EPSILON))));
    for (let i = 0; i < size; i++) {
      const scaled = f((memory[source + i] as number) * scale);
      memory[target + i] = scaled * (memory[weight + i] as number);
    }
  }
}

/** `Kernel.gate` without WebAssembly. */
export function gate(
  memory: Float32Array,
  start: number,
  size: number,
  stride: number,
  tokens: number,
): void {
  for (let token = 0; token < tokens; token++, start += stride) {
    for (let i = start; i < start + size; i++) {
      const value = memory[i] as number;
      const open = f(value / f(1 + exponential(Math.min(-value, EXP_MAX))));
      memory[i] = open * (memory[i + size] as number);
    }
  }
}

/** `Kernel.addTo` without WebAssembly. */
export function addTo(
  memory: Float32Array,
  target: number,
  source: number,
  size: number,
  tokens: number,
): void {
  for (let i = 0; i < size * tokens; i++) {
    memory[target + i] = (memory[target + i] as number) + (memory[source + i] as number);
  }
}
