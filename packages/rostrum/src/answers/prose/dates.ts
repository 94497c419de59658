import { unitOf } from "./units.ts";
import type { Word } from "./words.ts";

/** A date as far as a text gives it; `null` where it says nothing. */
export interface DateSaid {
  /** Negative before the common era. */
  year: number | null;
  month: number | null;
  day: number | null;
  /** How many years from `year` on are meant: 10 for "the 1970s", 100 for "the 19th century". */
  span: number;
  from: number;
  last: number;
}

const months = new Map<string, number>();
for (const [
  i,
  name,
] of "january february march april may june july august september october november december"
  .split(" ")
  .entries()) {
  months.set(name, i + 1);
  months.set(name.slice(0, 3), i + 1);
}
months.set("sept", 9);

const era = /^(?:bc|bce)$/;

const isDay = (word: Word | undefined): boolean => {
  if (word === undefined || !word.lexeme.number) return false;
  const day = Number(word.lexeme.key);
  return Number.isInteger(day) && day >= 1 && day <= 31;
};

const isYear = (text: string, word: Word | undefined, next: Word | undefined): boolean => {
  if (word === undefined || !/^\d{4}s?$/.test(text.slice(word.start, word.end))) return false;
  const year = Number(word.lexeme.key);
  return (
    year >= 1000 &&
    year <= 2199 &&
    !(next !== undefined && !next.parted && isCounted(next.lexeme.key))
  );
};

/** "1500 people", "2000 miles": a number before these counts, it doesn't date. */
const counted = new Set(
  "people members million billion thousand points runs goals square cubic".split(" "),
);

/** In "1994 won" it is a verb. */
const isCounted = (key: string): boolean =>
  counted.has(key) || (key.length > 1 && key !== "won" && unitOf(key) !== undefined);

const joined = (text: string, a: Word | undefined, b: Word | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  b.start - a.end <= 3 &&
  !text.slice(a.end, b.start).includes(".");

function monthDate(text: string, words: readonly Word[], i: number): DateSaid | null {
  const word = words[i];
  if (word === undefined) return null;
  const month = months.get(word.lexeme.key);
  if (month === undefined) return null;
  let from = i;
  let last = i;
  let day: number | null = null;
  const before = words[i - 1]?.lexeme.key === "of" ? i - 2 : i - 1;
  if (isDay(words[before]) && (before < i - 1 || joined(text, words[before], word))) {
    day = Number(words[before]?.lexeme.key);
    from = before;
  } else if (
    isDay(words[i + 1]) &&
    joined(text, word, words[i + 1]) &&
    !/^\d{4}/.test(words[i + 1]?.lexeme.key ?? "")
  ) {
    day = Number(words[i + 1]?.lexeme.key);
    last = i + 1;
  }
  let year: number | null = null;
  const skip = words[last + 1]?.lexeme.key === "of" || words[last + 1]?.lexeme.key === "in" ? 2 : 1;
  if (isYear(text, words[last + skip], undefined)) {
    year = Number(words[last + skip]?.lexeme.key);
    last += skip;
  }
  // "may" and "march" are verbs too.
  if (
    day === null &&
    year === null &&
    (word.lexeme.key === "may" ||
      word.lexeme.key === "march" ||
      word.lexeme.key.length === 3 ||
      !word.lexeme.capital)
  )
    return null;
  return { year, month, day, span: 1, from, last };
}

const clockLike = /^\d{4}-\d{2}-\d{2}$/;

function yearDate(text: string, words: readonly Word[], i: number): DateSaid | null {
  const word = words[i];
  if (word === undefined || !word.lexeme.number) return null;
  const raw = text.slice(word.start, word.end);
  const next = words[i + 1];
  const iso = text.slice(word.start, word.start + 10);
  if (clockLike.test(iso)) {
    return {
      year: Number(iso.slice(0, 4)),
      month: Number(iso.slice(5, 7)),
      day: Number(iso.slice(8)),
      span: 1,
      from: i,
      last: i + 2,
    };
  }
  const value = Number(word.lexeme.key);
  if (next !== undefined && era.test(next.lexeme.key) && Number.isInteger(value))
    return { year: -value, month: null, day: null, span: 1, from: i, last: i + 1 };
  if (
    next !== undefined &&
    (next.lexeme.key === "ad" || next.lexeme.key === "ce") &&
    next.end - next.start === 2
  )
    return { year: value, month: null, day: null, span: 1, from: i, last: i + 1 };
  if (next?.lexeme.stem === "century" && value >= 1 && value <= 21)
    return { year: (value - 1) * 100, month: null, day: null, span: 101, from: i, last: i + 1 };
  if (!isYear(text, word, next)) return null;
  return {
    year: value,
    month: null,
    day: null,
    span: raw.endsWith("s") ? 10 : 1,
    from: i,
    last: i,
  };
}

/** Every date in a text whose words are given. */
export function datesIn(text: string, words: readonly Word[]): DateSaid[] {
  const found: DateSaid[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (
      word === undefined ||
      (!word.lexeme.number && !word.lexeme.capital && !months.has(word.lexeme.key))
    )
      continue;
    const date =
      monthDate(text, words, i) ??
      (isDay(word) && monthAfter(words, i) ? null : yearDate(text, words, i));
    if (date === null) continue;
    found.push(date);
    i = Math.max(i, date.last);
  }
  return found;
}

const monthAfter = (words: readonly Word[], i: number): boolean =>
  months.has(words[i + 1]?.lexeme.key ?? "") ||
  (words[i + 1]?.lexeme.key === "of" && months.has(words[i + 2]?.lexeme.key ?? ""));

export type DateRelation = "same" | "compatible" | "unrelated" | "different";

/** Same: everything said agrees and is said by both. Compatible: one says more, or one lies in the other's span. */
export function compareDates(a: DateSaid, b: DateSaid): DateRelation {
  if (a.year !== null && b.year !== null) {
    if (a.year + a.span <= b.year || b.year + b.span <= a.year) return "different";
  }
  if (a.month !== null && b.month !== null && a.month !== b.month) return "different";
  if (a.day !== null && b.day !== null && a.day !== b.day) return "different";
  const known = (date: DateSaid): string =>
    `${date.year === null ? "" : date.span}/${date.month === null ? "" : 1}/${date.day === null ? "" : 1}`;
  if (known(a) === known(b)) return "same";
  const shared = (a.year !== null && b.year !== null) || (a.month !== null && b.month !== null);
  return shared ? "compatible" : "unrelated";
}
