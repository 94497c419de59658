import { zoneAfter } from "./zones.ts";
import type { Zone } from "./zones.ts";
import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

/** The day is "half" where "7:30" may be morning or evening. */
const unitFor = (half: boolean, zone?: Zone): Unit => ({
  dimension: "clock",
  system: half ? halfDay : "day",
  factor: 1,
  offset: 0,
  ...(zone === undefined ? {} : { zone }),
});

export const halfDay = "half day";

export interface ClockSaid {
  /** Since midnight. */
  minutes: number;
  unit: Unit;
  /** "am" or "pm", as it is written. */
  name: string | null;
  last: number;
}

/** Whether "am", "pm", "a.m." or "p.m." follows, and where it ends. */
function halfAfter(
  text: string,
  words: readonly Word[],
  at: number,
): { evening: boolean; last: number } | null {
  const next = words[at + 1];
  if (next === undefined || next.start > (words[at]?.end ?? 0) + 1) return null;
  const { key } = next.lexeme;
  if (key === "am" || key === "pm") return { evening: key === "pm", last: at + 1 };
  const dotted = (key === "a" || key === "p") && text.startsWith(".m", next.end);
  return dotted ? { evening: key === "p", last: at + 2 } : null;
}

const noon = 720;
const namedTimes: Readonly<Record<string, number>> = { noon, midday: noon, midnight: 0 };

/** "Half past nine", "a quarter to nine", "ten past nine". */
function spokenAt(words: readonly Word[], at: number): ClockSaid | null {
  const key = (i: number): string => words[i]?.lexeme.key ?? "";
  const named = namedTimes[key(at)];
  if (named !== undefined) return { minutes: named, unit: unitFor(false), name: null, last: at };
  const [part, link, hour] = [key(at), key(at + 1), Number(key(at + 2))];
  if ((link !== "past" && link !== "to") || !(hour >= 1 && hour <= 12)) return null;
  const minutes =
    part === "half" ? 30 : part === "quarter" ? 15 : link === "past" ? Number(part) : 0;
  if (!(minutes > 0 && minutes < 60)) return null;
  const total = hour * 60 + (link === "past" ? minutes : -minutes);
  return { minutes: total, unit: unitFor(true), name: null, last: at + 2 };
}

/** The time of the day that begins with a word: "7:30 pm", "19:30", "7 p.m.", "noon"; `null` where none does. */
export function clockAt(text: string, words: readonly Word[], at: number): ClockSaid | null {
  const word = words[at];
  if (word === undefined) return null;
  const spoken = spokenAt(words, at);
  if (spoken !== null || !word.lexeme.number) return spoken;
  const hour = Number(word.lexeme.key);
  if (!Number.isInteger(hour) || hour > 24) return null;
  const next = words[at + 1];
  const colon =
    text.charAt(word.end) === ":" && next?.start === word.end + 1 && next.end === next.start + 2;
  const minute = colon ? Number(next.lexeme.key) : 0;
  if (!(minute >= 0 && minute < 60)) return null;
  const last = colon ? at + 1 : at;
  const half = halfAfter(text, words, last);
  if (half === null && !colon) return null;
  if (half !== null && hour > 12) return null;
  const zone = zoneAfter(text, words, half?.last ?? last);
  const minutes = half === null ? hour * 60 : ((hour % 12) + (half.evening ? 12 : 0)) * 60;
  return {
    minutes: minutes + minute,
    unit: unitFor(half === null && hour <= 12, zone?.zone),
    name: half === null ? null : half.evening ? "pm" : "am",
    last: zone?.last ?? half?.last ?? last,
  };
}
