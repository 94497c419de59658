import type { RunSearch } from "../../api/endpoints.ts";
import type { RunFilters } from "../../route/route.ts";

/** Builds the query. The days of a filter are in the reader's time zone, both included. */
export function buildRunQuery(filters: RunFilters): RunSearch {
  const { search, status, doubtful, panel, user, days, from, to } = filters;
  return {
    search,
    status,
    panelName: panel,
    user,
    ...(doubtful ? { only: "doubtful" } : {}),
    ...(days === null ? {} : { from: findMidnight(new Date(), 1 - days) }),
    ...(from === "" ? {} : { from: Date.parse(`${from}T00:00`) }),
    ...(to === "" ? {} : { to: findMidnight(new Date(`${to}T00:00`), 1) }),
  };
}

/** Midnight some days after a date, in the reader's time zone. A day isn't always 24 hours long. */
function findMidnight(date: Date, daysLater: number): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
