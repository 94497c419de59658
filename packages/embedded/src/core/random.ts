/**
 * A small seeded generator (sfc32) of numbers in [0, 1). Part of what makes a run repeatable:
 * changing it changes what every seed says.
 */
export function seededRandom(seed: number): () => number {
  // Any finite number is a seed; both halves of a large one count.
  let a = Math.trunc(seed) >>> 0;
  let b = Math.trunc(seed / 0x1_0000_0000) >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  // Similar seeds start with similar numbers; after twelve steps they differ.
  for (let step = 0; step < 12; step++) next();
  return next;
}
