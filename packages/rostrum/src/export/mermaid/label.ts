import { clipped } from "../../visible.ts";

const LONGEST = 60;
/** Letters, digits and marks of any script, and the signs that mean nothing to Mermaid. */
const PLAIN = /[^\p{L}\p{M}\p{N} .,]/gu;

/** Text inside a quoted Mermaid label: everything else is an entity, so it can't end the label or mean anything. */
export function label(text: string): string {
  return clipped(text, LONGEST).replace(PLAIN, (character) => `#${character.codePointAt(0)};`);
}
