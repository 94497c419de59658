import type { Word } from "./words.ts";

/** Minutes ahead of UTC, or the name of a zone whose distance changes or is not known. */
export type Zone = number | string;

const named: Readonly<Record<string, Zone>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  wet: 0,
  west: 60,
  jst: 540,
  aest: 600,
  aedt: 660,
  et: "et",
  ct: "ct",
  mt: "mt",
  pt: "pt",
  bst: "bst",
  ist: "ist",
};

const offset = /^ ?([+\-−])(\d{1,2})(?::?(\d{2}))?(?![\d:])/;

/** "+02:00", "+1". */
function offsetAt(text: string, from: number): { minutes: number; end: number } | null {
  const [all, sign, hours, minutes = "0"] = offset.exec(text.slice(from, from + 9)) ?? [];
  if (all === undefined || Number(hours) > 14) return null;
  const ahead = Number(hours) * 60 + Number(minutes);
  return { minutes: sign === "+" ? ahead : -ahead, end: from + all.length };
}

/** The zone that follows a time of the day whose last word is at `at`: "EST", "UTC+2", "+02:00". */
export function zoneAfter(
  text: string,
  words: readonly Word[],
  at: number,
): { zone: Zone; last: number } | null {
  const end = words[at]?.end ?? 0;
  const lastBefore = (to: number): number => {
    let last = at;
    while ((words[last + 1]?.start ?? to) < to) last++;
    return last;
  };
  const bare = offsetAt(text, end);
  if (bare !== null) return { zone: bare.minutes, last: lastBefore(bare.end) };
  const next = words[at + 1];
  if (next === undefined || !/^\.? ?$/.test(text.slice(end, next.start))) return null;
  const raw = text.slice(next.start, next.end);
  const zone = raw === raw.toUpperCase() ? named[raw.toLowerCase()] : undefined;
  if (zone === undefined) return null;
  const more = zone === 0 ? offsetAt(text, next.end) : null;
  return more === null
    ? { zone, last: at + 1 }
    : { zone: more.minutes, last: lastBefore(more.end) };
}
