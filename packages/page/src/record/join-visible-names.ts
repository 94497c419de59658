import { escapeInvisible, joinNames } from "@rostrum/core/support";

/** Joins names for a sentence: "ada", "ada and boole", "ada, boole and 4 others". */
export function joinVisibleNames(names: readonly string[]): string {
  return joinNames(names.map(escapeInvisible));
}
