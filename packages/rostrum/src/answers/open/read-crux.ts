import { fieldOf, isRecord, jsonIn, listOf, placeOf, textOf } from "./lenient.ts";

/** The claim that a disagreement turns on, and the texts for and against it, by their place from 0. */
export interface ReadCrux {
  claim: string;
  for: number[];
  against: number[];
}

/** Longer ones are cut: a claim is a sentence. */
const LONGEST = 1000;

/**
 * Reads `{"claim": "…", "for": [1], "against": [2, 3]}` about `count` numbered texts. Numbers of no text
 * are left out, and so is a text that is named on both sides. `null` without a claim.
 */
export function readCrux(text: string, count: number): ReadCrux | null {
  for (const value of jsonIn(text)) {
    if (!isRecord(value)) continue;
    const claim = textOf(fieldOf(value, "claim", "crux"), LONGEST);
    if (claim === null) continue;
    const pro = placesIn(fieldOf(value, "for", "support"), count);
    const contra = placesIn(fieldOf(value, "against", "oppose"), count);
    return {
      claim,
      for: pro.filter((place) => !contra.includes(place)),
      against: contra.filter((place) => !pro.includes(place)),
    };
  }
  return null;
}

function placesIn(value: unknown, count: number): number[] {
  const places = new Set(listOf(value).map(placeOf));
  return Array.from({ length: count }, (_, place) => place).filter((place) => places.has(place));
}
