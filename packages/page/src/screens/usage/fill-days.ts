import type { UsageRow } from "../../api/endpoints.ts";

const DAY_MS = 86_400_000;
/** More bars couldn't be told apart. */
const MAX_DAYS = 400;

/** Returns one row per day of a range, including days without debates. */
export function fillDays(rows: readonly UsageRow[], from: string, to: string): UsageRow[] {
  const byDay = new Map(rows.map((row) => [row.key, row]));
  const last = Date.parse(to);
  const first = Math.max(Date.parse(from), last - (MAX_DAYS - 1) * DAY_MS);
  const days: UsageRow[] = [];
  for (let time = first; time <= last; time += DAY_MS) {
    const key = new Date(time).toISOString().slice(0, 10);
    days.push(
      byDay.get(key) ?? {
        key,
        debates: 0,
        calls: 0,
        tokens: 0,
        atLeastTokens: 0,
        costUsd: 0,
        atLeastUsd: 0,
        unknownCalls: 0,
      },
    );
  }
  return days;
}
