import { listIn, placeIn, textIn } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** The claim that a disagreement depends on, and the indexes of texts for and against it. */
export interface ReadCrux {
  /** `null`: the texts don't differ. */
  claim: string | null;
  for: number[];
  against: number[];
}

/** A claim is one sentence; longer ones are shortened. */
const LONGEST = 1000;

/**
 * Reads `{"claim": "…", "for": [1], "against": [2, 3]}` about `count` numbered texts, or `{"claim": null}` if
 * they don't differ. A text that is on both sides counts for neither. `null` if the reply is invalid.
 */
export function readCrux(text: string, count: number, mark?: string): ReadCrux | null {
  const reply = readObject(text, mark);
  if (reply?.["claim"] === null) return { claim: null, for: [], against: [] };
  const claim = textIn(reply?.["claim"], LONGEST);
  if (reply === null || claim === null) return null;
  const pro = readPlaces(reply["for"], count);
  const contra = readPlaces(reply["against"], count);
  return {
    claim,
    for: [...pro].filter((place) => !contra.has(place)),
    against: [...contra].filter((place) => !pro.has(place)),
  };
}

/** Ignores invalid numbers: the claim is what matters. */
function readPlaces(value: unknown, count: number): Set<number> {
  const places = listIn(value).flatMap((number) => placeIn(number, count) ?? []);
  return new Set(places.sort((a, b) => a - b));
}
