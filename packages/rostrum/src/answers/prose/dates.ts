import { dateBoundOf, opposed, partOf } from "./bounds.ts";
import type { Bound } from "./bounds.ts";
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
  /** "03/04/2021" may be the third of April or the fourth of March. */
  swappable: boolean;
  bound: Bound;
  part: "early" | "mid" | "late" | null;
  from: number;
  last: number;
}

/** What a date says by itself, without the words around it. */
type PlainDate = Omit<DateSaid, "swappable" | "bound" | "part"> & { swappable?: boolean };

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

function monthDate(text: string, words: readonly Word[], i: number): PlainDate | null {
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

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d.]\d)/;

/** The last word that begins before a place in the text. */
function lastBefore(words: readonly Word[], i: number, end: number): number {
  let last = i;
  while ((words[last + 1]?.start ?? end) < end) last++;
  return last;
}

const isMonth = (value: number): boolean => value >= 1 && value <= 12;

/** "2021-03-04", "3/4/2021", "4.3.2021". With dots the day comes first; with slashes nobody can tell. */
function numericDate(text: string, words: readonly Word[], i: number): PlainDate | null {
  const start = words[i]?.start ?? 0;
  const raw = text.slice(start, start + 12);
  const iso = yearFirst.exec(raw);
  const [all, first = 0, sign, second = 0, fourth = 0] = iso ?? yearLast.exec(raw) ?? [];
  if (all === undefined) return null;
  const [one, two] =
    iso === null ? [Number(first), Number(second)] : [Number(second), Number(fourth)];
  const monthFirst = iso !== null || (sign !== "." && isMonth(one));
  const [month, day] = monthFirst ? [one, two] : [two, one];
  if (!isMonth(month) || day < 1 || day > 31) return null;
  return {
    year: Number(iso === null ? fourth : first),
    month,
    day,
    span: 1,
    swappable: iso === null && sign !== "." && isMonth(day) && day !== month,
    from: i,
    last: lastBefore(words, i, start + all.length),
  };
}

function yearDate(text: string, words: readonly Word[], i: number): PlainDate | null {
  const word = words[i];
  if (word === undefined || !word.lexeme.number) return null;
  const numeric = numericDate(text, words, i);
  if (numeric !== null) return numeric;
  const raw = text.slice(word.start, word.end);
  const next = words[i + 1];
  const value = Number(word.lexeme.key);
  if (next !== undefined && era.test(next.lexeme.key) && Number.isInteger(value))
    return { year: -value, month: null, day: null, span: 1, from: i, last: i + 1 };
  if (
    next !== undefined &&
    Number.isInteger(value) &&
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
    const start = words[date.from]?.start ?? 0;
    const [bound, part] = [dateBoundOf(text, start), partOf(text, start)];
    found.push({ ...date, swappable: date.swappable === true, bound, part });
    i = Math.max(i, date.last);
  }
  return found;
}

const monthAfter = (words: readonly Word[], i: number): boolean =>
  months.has(words[i + 1]?.lexeme.key ?? "") ||
  (words[i + 1]?.lexeme.key === "of" && months.has(words[i + 2]?.lexeme.key ?? ""));

export type DateRelation = "same" | "compatible" | "doubtful" | "unrelated" | "different";

/** "Before 1990" excludes 1990; "by 1990" includes it. */
const strict = ({ bound }: DateSaid): boolean => bound === "<" || bound === ">";

/** How two dates relate by what is said around them: bounds and parts of a year. */
function byWordsAround(a: DateSaid, b: DateSaid): DateRelation {
  if (opposed(a.bound, b.bound)) return "different";
  if (a.bound !== b.bound && (strict(a) || strict(b)) && (a.bound === null || b.bound === null))
    return "different";
  if (a.part !== null && b.part !== null && a.part !== b.part) return "different";
  return a.part === b.part && (a.bound === null) === (b.bound === null) ? "same" : "compatible";
}

function daysApart(a: DateSaid, b: DateSaid): boolean {
  if (a.month !== null && b.month !== null && a.month !== b.month) return true;
  return a.day !== null && b.day !== null && a.day !== b.day;
}

const swapped = (date: DateSaid): DateSaid => ({ ...date, month: date.day, day: date.month });

/** Decades and centuries of one length that share a year at their ends are different ones. */
function yearsApart(a: DateSaid, b: DateSaid): boolean {
  if (a.year === null || b.year === null) return false;
  if (a.span > 1 && a.span === b.span) return a.year !== b.year;
  return a.year + a.span <= b.year || b.year + b.span <= a.year;
}

/** Same: everything said agrees and is said by both. Compatible: one says more, or one lies in the other's span. */
export function compareDates(a: DateSaid, b: DateSaid): DateRelation {
  if (yearsApart(a, b)) return "different";
  const around = byWordsAround(a, b);
  if (around === "different") return "different";
  const apart = daysApart(a, b);
  const bothSay = a.month !== null && b.month !== null;
  if (bothSay && (a.swappable || b.swappable) && (apart || a.swappable !== b.swappable)) {
    const read = a.swappable ? daysApart(swapped(a), b) : daysApart(a, swapped(b));
    return apart && read ? "different" : "doubtful";
  }
  if (apart) return "different";
  const known = (date: DateSaid): string =>
    `${date.year === null ? "" : date.span}/${date.month === null ? "" : 1}/${date.day === null ? "" : 1}`;
  if (known(a) === known(b)) return around;
  const shared = (a.year !== null && b.year !== null) || (a.month !== null && b.month !== null);
  return shared ? "compatible" : "unrelated";
}
