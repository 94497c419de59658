import { readIndexes } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

/** A ranking as indexes in the list that was shown, best first; or why the ballot is invalid. */
export type ReadBallot = { ranking: number[] } | { error: string };

/** Reads `{"ranking": [2, 1]}`: distinct numbers of the texts that were shown. */
export function readBallot(text: string, shownCount: number, mark?: string): ReadBallot {
  const list = readObject(text, mark)?.["ranking"];
  if (!Array.isArray(list)) return { error: "its reply contains no ranking of the numbered texts" };
  const ranking = readIndexes(list, shownCount);
  if (ranking !== null) return { ranking };
  return new Set(list).size < list.length
    ? { error: "its ranking names a text twice" }
    : { error: `its ranking names something other than the numbers 1 to ${shownCount}` };
}
