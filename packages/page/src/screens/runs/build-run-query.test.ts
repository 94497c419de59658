import { afterEach, expect, test, vi } from "vitest";
import { NO_FILTERS } from "../../route/route.ts";
import { buildRunQuery } from "./build-run-query.ts";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["has 25 hours", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["has 23 hours", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ["has 24 hours", "2026-12-31", "2026-12-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
])("a day that %s is searched from midnight to midnight", (_case, day, start, end) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const { from = 0, to = 0 } = buildRunQuery({ ...NO_FILTERS, from: day, to: day });
  expect([from, to].map((time) => new Date(time).toISOString())).toEqual([start, end]);
});
