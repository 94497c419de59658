const EPSILON = 1e-5;

/** RMS norm of one vector into another. */
export function normalise(
  memory: Float32Array,
  target: number,
  source: number,
  weight: number,
  size: number,
): void {
  let squares = 0;
  for (let i = 0; i < size; i++) squares += (memory[source + i] as number) ** 2;
  const scale = 1 / Math.sqrt(squares / size + EPSILON);
  for (let i = 0; i < size; i++) {
    memory[target + i] = (memory[source + i] as number) * scale * (memory[weight + i] as number);
  }
}

/** Scores to shares that sum to 1; entries from `count` to `padded` become 0. */
export function softmax(
  memory: Float32Array,
  at: number,
  count: number,
  padded: number,
  scale: number,
): void {
  let top = -Infinity;
  for (let i = 0; i < count; i++) top = Math.max(top, memory[at + i] as number);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const share = Math.exp(((memory[at + i] as number) - top) * scale);
    memory[at + i] = share;
    total += share;
  }
  for (let i = 0; i < count; i++) memory[at + i] = (memory[at + i] as number) / total;
  memory.fill(0, at + count, at + padded);
}

/** SwiGLU: the first half, through SiLU, opens and closes the second; the result replaces the first. */
export function gate(memory: Float32Array, at: number, size: number): void {
  for (let i = at; i < at + size; i++) {
    const value = memory[i] as number;
    memory[i] = (value / (1 + Math.exp(-value))) * (memory[i + size] as number);
  }
}

export function addTo(memory: Float32Array, target: number, source: number, size: number): void {
  for (let i = 0; i < size; i++) {
    memory[target + i] = (memory[target + i] as number) + (memory[source + i] as number);
  }
}
