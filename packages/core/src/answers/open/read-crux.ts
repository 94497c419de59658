import { listIn, placeIn, textIn } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** The claim that a disagreement turns on, and the texts for and against it, by their place from 0. */
export interface ReadCrux {
  /** `null`: the texts don't differ. */
  claim: string | null;
  for: number[];
  against: number[];
}

/** Longer ones are cut: a claim is a sentence. */
const LONGEST = 1000;

/**
 * Reads `{"claim": "…", "for": [1], "against": [2, 3]}` about `count` numbered texts, or `{"claim": null}`
 * where they don't differ. A text that is named on both sides is on neither. `null`: the reply says neither.
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

/** Numbers of no text are left out: the claim is what counts. */
function readPlaces(value: unknown, count: number): Set<number> {
  const places = listIn(value).flatMap((number) => placeIn(number, count) ?? []);
  return new Set(places.sort((a, b) => a - b));
}
