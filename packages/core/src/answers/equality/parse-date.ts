/** A calendar day or month. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number | null;
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const MONTH = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join("|")}|sept\\.?)`;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(\\d{4})";

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST = new RegExp(`^(?:the )?${DAY}(?: of)? ${MONTH},? ${YEAR}$`, "i");
const MONTH_FIRST = new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`, "i");
const MONTH_ALONE = new RegExp(`^${MONTH},? ${YEAR}$`, "i");

/** Reads a whole answer as a date. Rejects figures alone, such as 12/05/2024, whose order is ambiguous. */
export function parseDate(answer: string): CalendarDate | null {
  if (answer.length > 40 || !/\d{4}/.test(answer)) return null;
  const text = answer
    .trim()
    .replace(/(?<=\d)\.$/, "")
    .replace(/\s+/g, " ");
  const iso = ISO.exec(text);
  if (iso !== null) return createValidDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null)
    return createValidDate(Number(dayFirst[3]), monthNumber(dayFirst[2]), Number(dayFirst[1]));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null)
    return createValidDate(
      Number(monthFirst[3]),
      monthNumber(monthFirst[1]),
      Number(monthFirst[2]),
    );
  const monthAlone = MONTH_ALONE.exec(text);
  return monthAlone === null
    ? null
    : createValidDate(Number(monthAlone[2]), monthNumber(monthAlone[1]), null);
}

const monthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((month) => month.startsWith((name ?? "?").slice(0, 3).toLowerCase())) + 1;

function createValidDate(year: number, month: number, day: number | null): CalendarDate | null {
  // Leap years repeat after 400 years, and Date.UTC takes years below 100 for the 20th century's.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || (day !== null && (day < 1 || day > days))) return null;
  return { year, month, day };
}
