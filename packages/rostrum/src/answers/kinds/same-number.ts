const relative = 1e-6;

export function sameNumber(a: number, b: number, tolerance?: number): boolean {
  if (a === b) return true;
  const apart = Math.abs(a - b);
  return apart <= (tolerance ?? relative * Math.max(Math.abs(a), Math.abs(b)));
}
