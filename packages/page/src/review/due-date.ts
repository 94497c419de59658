const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });

/** Formats the due date of a review: "due today", "due Fri 20 Nov", "overdue since Mon 2 Nov". */
export function describeDue(due: number, now: number): string {
  if (isOverdue(due, now)) return `overdue since ${DAY.format(due)}`;
  const days = countDays(now, due);
  if (days === 0) return "due today";
  return days === 1 ? "due tomorrow" : `due ${DAY.format(due)}`;
}

export function isOverdue(due: number, now: number): boolean {
  return due < now;
}

/** Formats a day for a date field, in the reader's time zone. */
export function formatDateField(time: number | null): string {
  if (time === null) return "";
  const day = new Date(time);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Counts the midnights between two times, in the reader's time zone. */
function countDays(from: number, to: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}
