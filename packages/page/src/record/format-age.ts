const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Ages above this are shown as a date. */
const MAX_DAYS = 14;

const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Formats the age of a run for a narrow column: "now", "12 min", "3 h", "5 d", "3 Nov". */
export function formatAge(time: number, now: number): string {
  const age = now - time;
  if (age < MINUTE_MS) return "now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return age < MAX_DAYS * DAY_MS ? `${Math.floor(age / DAY_MS)} d` : DATE.format(time);
}
