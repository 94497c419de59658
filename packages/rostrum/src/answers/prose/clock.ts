import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

const unitFor = (system: string): Unit => ({ dimension: "clock", system, factor: 1, offset: 0 });

/** A time of the day whose half is said, or clear. */
const wholeDay = unitFor("day");
/** "7:30" may be morning or evening. */
export const halfDay: Unit = unitFor("half day");

export interface ClockSaid {
  /** Since midnight. */
  minutes: number;
  unit: Unit;
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

/** The time of the day that begins with a word: "7:30 pm", "19:30", "7 p.m."; `null` where none does. */
export function clockAt(text: string, words: readonly Word[], at: number): ClockSaid | null {
  const word = words[at];
  if (word === undefined || !word.lexeme.number) return null;
  const hour = Number(word.lexeme.key);
  if (!Number.isInteger(hour) || hour > 24) return null;
  const next = words[at + 1];
  const colon =
    text.charAt(word.end) === ":" && next?.start === word.end + 1 && next.end === next.start + 2;
  const minute = colon ? Number(next.lexeme.key) : 0;
  if (!(minute >= 0 && minute < 60)) return null;
  const last = colon ? at + 1 : at;
  const half = halfAfter(text, words, last);
  if (half === null)
    return colon
      ? { minutes: hour * 60 + minute, unit: hour > 12 ? wholeDay : halfDay, last }
      : null;
  if (hour > 12) return null;
  return {
    minutes: ((hour % 12) + (half.evening ? 12 : 0)) * 60 + minute,
    unit: wholeDay,
    last: half.last,
  };
}
