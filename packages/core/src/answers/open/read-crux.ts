import { readList, readIndex, readText } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** The claim that a disagreement depends on, and the indexes of texts for and against it. */
export interface ReadCrux {
  /** `null`: the texts don't differ. */
  claim: string | null;
  for: number[];
  against: number[];
}

/** A claim is one sentence; longer ones are shortened. */
const MAX_CLAIM_CHARS = 1000;

/**
 * Reads `{"claim": "…", "for": [1], "against": [2, 3]}` about `count` numbered texts, or `{"claim": null}` if
 * they don't differ. A text that is on both sides counts for neither. `null` if the reply is invalid.
 */
export function readCrux(text: string, count: number, mark?: string): ReadCrux | null {
  const reply = readObject(text, mark);
  if (reply?.["claim"] === null) return { claim: null, for: [], against: [] };
  const claim = readText(reply?.["claim"], MAX_CLAIM_CHARS);
  if (reply === null || claim === null) return null;
  const pro = readDistinctIndexes(reply["for"], count);
  const contra = readDistinctIndexes(reply["against"], count);
  return {
    claim,
    for: [...pro].filter((index) => !contra.has(index)),
    against: [...contra].filter((index) => !pro.has(index)),
  };
}

/** Ignores invalid numbers: the claim is what matters. */
function readDistinctIndexes(value: unknown, count: number): Set<number> {
  const indexes = readList(value).flatMap((number) => readIndex(number, count) ?? []);
  return new Set(indexes.sort((a, b) => a - b));
}
