import { expect, test } from "vitest";
import { describeDue, formatDateField } from "./due-date.ts";

const NOON = new Date(2026, 10, 17, 12).getTime();

test.each([
  ["later today", new Date(2026, 10, 17, 23, 59), "due today"],
  ["just after midnight", new Date(2026, 10, 18, 0, 1), "due tomorrow"],
  ["next week", new Date(2026, 10, 24, 9), "due Tue 24 Nov"],
  ["an hour ago", new Date(2026, 10, 17, 11), "overdue since Tue 17 Nov"],
])("a review of %s", (_when, due, words) => {
  expect(describeDue(due.getTime(), NOON).replace(",", "")).toBe(words);
});

test("a date field has the reader's own day", () => {
  expect(formatDateField(new Date(2026, 0, 5, 23, 59).getTime())).toBe("2026-01-05");
  expect(formatDateField(null)).toBe("");
});
