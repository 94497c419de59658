import { expect, test } from "vitest";
import { compareQuantities, convert, isWithin } from "./compare-quantities.ts";
import { QuestionWords } from "./question-words.ts";
import { readUnit, type Unit } from "./units.ts";

const unit = (name: string): Unit => {
  const found = readUnit(name);
  if (found === null) throw new Error(`no unit: ${name}`);
  return found;
};
const of = (value: number, name: string | null) => ({
  value,
  unit: name === null ? null : unit(name),
  unitName: name,
});

test.each([
  ["km", "kilometers"],
  ["Hours", "h"],
  ["miles per hour", "mph"],
  ["m²", "square meters"],
  ["ft^2", "sq ft"],
  ["$", "US dollars"],
  ["lbs", "pound"],
  ["%", "per cent"],
])("%j and %j are one unit", (a, b) => {
  expect(unit(a)).toMatchObject({ dimension: unit(b).dimension, factor: unit(b).factor });
});

test.each([
  ["mW", "MW"],
  ["mm", "m"],
  ["lb", "£"],
  ["$", "C$"],
  ["GB", "GiB"],
  ["m", "min"],
  ["%", "percentage point"],
  ["km", "km/h"],
  ["m", "m²"],
  ["cal", "kcal"],
])("%j and %j are not", (a, b) => {
  expect([unit(a).dimension, unit(a).factor]).not.toEqual([unit(b).dimension, unit(b).factor]);
});

test.each([
  "M",
  "Km",
  "apples",
  "foot 3",
  "m 2",
  "bps",
  "constructor",
  "__proto__",
  "",
  "x".repeat(99),
])("%j is not in the table", (name) => {
  expect(readUnit(name)).toBeNull();
});

test("a bare figure may mean a unit of measure or a currency, never a percentage, a rate or degrees", () => {
  for (const name of ["km", "$", "hours"])
    expect(compareQuantities(of(5, null), of(5, name))).toBe("same");
  for (const name of ["%", "km/h", "°", "°C", "ppm", "dB"])
    expect(compareQuantities(of(5, null), of(5, name))).toBe("open");
});

test("what people round when they convert is left open", () => {
  expect(compareQuantities(of(5, "miles"), of(8, "km"))).toBe("open");
  expect(compareQuantities(of(5, "miles"), of(8.04672, "km"))).toBe("same");
  expect(compareQuantities(of(5, "miles"), of(5, "km"))).toBe("different");
  expect(compareQuantities(of(5, "km"), of(5, "kg"))).toBe("open");
});

test("values are converted, and a tolerance holds in either unit", () => {
  expect(convert(90, unit("minutes"), unit("hours"))).toBe(1.5);
  expect(convert(20, unit("°C"), unit("°F"))).toBe(68);
  expect(isWithin(of(61, "minutes"), of(1, "hour"), 1)).toBe(true);
  expect(isWithin(of(90, "minutes"), of(1, "hour"), 1)).toBe(false);
  expect(isWithin(of(5, null), of(5, "%"), 1)).toBe(false);
});

test("what a question counts is what stands behind how many", () => {
  const words = new QuestionWords("There are 3 boxes. How many red apples are in them?");
  expect(words.isAskedFor("apples")).toBe(true);
  expect(words.isAskedFor("Apple")).toBe(true);
  expect(words.isAskedFor("boxes")).toBe(false);
  expect(new QuestionWords("What is the total of apples?").isAskedFor("apples")).toBe(true);
});
