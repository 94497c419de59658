import { placesIn } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** What a ballot says: places in the list that was shown (from 0), best first; or why it says nothing. */
export type ReadBallot = { ranking: number[] } | { error: string };

/** Reads `{"ranking": [2, 1]}`: numbers of the texts that were shown, none of them twice. */
export function readBallot(text: string, shown: number, mark?: string): ReadBallot {
  const list = readObject(text, mark)?.["ranking"];
  if (!Array.isArray(list)) return { error: "its reply contains no ranking of the numbered texts" };
  const ranking = placesIn(list, shown);
  if (ranking !== null) return { ranking };
  return new Set(list).size < list.length
    ? { error: "its ranking names a text twice" }
    : { error: `its ranking names something other than the numbers 1 to ${shown}` };
}
