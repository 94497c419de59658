import type { RunSummary } from "@rostrum/core/protocol";

/** Runs of one day, in the reader's time zone. */
export interface RunDay {
  /** "Today", "Yesterday", or the date. */
  name: string;
  runs: RunSummary[];
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** Groups runs by the day on which they started. Keeps their order. */
export function groupByDay(runs: readonly RunSummary[], now: number): RunDay[] {
  const today = countDays(now);
  const groups = Map.groupBy(runs, ({ createdAt }) => countDays(createdAt));
  return [...groups].map(([day, own]) => ({
    name:
      day === today
        ? "Today"
        : day === today - 1
          ? "Yesterday"
          : DAY.format(own[0]?.createdAt ?? now),
    runs: own,
  }));
}

/** Days since 1970, in the reader's time zone. */
function countDays(time: number): number {
  const date = new Date(time);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}
