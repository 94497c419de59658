import type { Difference } from "./position.ts";

/** True if a difference has all it needs: a conflict has two sides. */
export function hasAllSides(kind: Difference["kind"], says: readonly unknown[]): boolean {
  return says.length >= (kind === "conflict" ? 2 : 1);
}
