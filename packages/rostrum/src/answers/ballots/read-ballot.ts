import { fencedBody } from "../reply/find-json.ts";
import { jsonValues } from "../reply/json-values.ts";

/** What a ballot says: places in the list that was shown (from 0), best first; or why it says nothing. */
export type ReadBallot = { ranking: number[] } | { error: string };

const NO_RANKING = "its reply contains no ranking of the numbered texts";

/**
 * Reads `{"ranking": [2, 1]}`, with or without words around it, a plain list, or `2 > 1`. Numbers that were
 * not shown, or that stand there twice, make the ballot void: nobody knows what it meant.
 */
export function readBallot(text: string, shown: number): ReadBallot {
  const list = listIn(text);
  if (list === null) return { error: NO_RANKING };
  const places = list.map(placeOf);
  if (places.some((place) => place === null || place < 0 || place >= shown)) {
    return { error: `its ranking names something other than the numbers 1 to ${shown}` };
  }
  if (new Set(places).size !== places.length) {
    return { error: "its ranking names a text twice" };
  }
  return { ranking: places as number[] };
}

/** The last ranking in a reply counts: a reply says last what it means. */
function listIn(text: string): unknown[] | null {
  const whole = [text.trim(), fencedBody(text)?.trim() ?? ""];
  for (const value of jsonValues(text)) {
    const list = Array.isArray(value) ? value : rankingIn(value);
    if (list !== null) return list;
  }
  const bare = whole.find((each) => BARE.test(each)) ?? LABELLED.exec(text)?.[1];
  return bare === undefined ? null : (bare.match(/\d+/g) ?? []);
}

const BARE = /^\d{1,4}(?:\s*[>,;]\s*\d{1,4})*\.?$/;
const LABELLED = /\branking\W{0,6}((?:\d{1,4}\s*[>,;]\s*)*\d{1,4})\W*$/i;

function rankingIn(value: unknown): unknown[] | null {
  const list =
    typeof value === "object" && value !== null && "ranking" in value ? value.ranking : null;
  return Array.isArray(list) ? list : null;
}

/** 3, "3", "#3" and "Text 3" are the third text. */
function placeOf(value: unknown): number | null {
  const number =
    typeof value === "string"
      ? Number(/^\s*(?:text|reply|response|item)?\s*#?(\d{1,4})\s*$/i.exec(value)?.[1])
      : value;
  return typeof number === "number" && Number.isInteger(number) ? number - 1 : null;
}
