import { expect, test } from "vitest";
import { parseDate } from "./parse-date.ts";

test.each([
  "2024-05-12",
  "12 May 2024",
  "May 12, 2024",
  "May 12th, 2024",
  "the 12th of May 2024",
  "12 may 2024.",
])("%j is a day", (text) => {
  expect(parseDate(text)).toEqual({ year: 2024, month: 5, day: 12 });
});

test("a month of a year has no day", () => {
  expect(parseDate("Sept. 2024")).toEqual({ year: 2024, month: 9, day: null });
});

test("29 February is a day of leap years", () => {
  expect(parseDate("29 February 2024")).toEqual({ year: 2024, month: 2, day: 29 });
});

test.each([
  "12/05/2024",
  "2024",
  "May",
  "12 May",
  "31 February 2024",
  "29 February 2023",
  "1900-02-29",
  "2024-13-01",
  "before 12 May 2024",
  "12–14 May 2024",
  "12 May 2024 BC",
  "Sunday, 12 May 2024",
])("%j doesn't say one day for certain", (text) => {
  expect(parseDate(text)).toBeNull();
});
