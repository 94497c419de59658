import { callersOf, isPerson } from "../../debate/callers.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";

/** Whether a run of this panel ever waits for a person. */
export function mayWaitFor(resolved: ResolvedConfig): boolean {
  let may = known.get(resolved);
  if (may === undefined) {
    may =
      resolved.onRound === "wait" ||
      resolved.onEscalate === "wait" ||
      callersOf(resolved).some(({ member }) => isPerson(member));
    known.set(resolved, may);
  }
  return may;
}

/** It is the same for every run of a panel. */
const known = new WeakMap<ResolvedConfig, boolean>();
