import { describe, expect, test } from "vitest";
import { checkCalculations } from "./check-calculations.ts";

const TRUE = [
  "17 × 23 = 391",
  "0.1 + 0.2 = 0.3",
  "3 h × 60 km/h = 180 km",
  "90 minutes = 1.5 hours",
  "10 / 3 = 3.33",
  "2^10 = 1,024",
  "15% of 80 = 12",
  "$5 × 3 = $15",
  "2 m × 3 m = 6 m²",
  "1.5 kW × 2 h = 3 kWh",
  "(2 + 3) * 4 = 20 = 4 * 5",
  "100 km / 2 hours = 50 km per hour",
  "- 12 * 12 = 144.",
  "-3 - -4 = 1",
  "1/2 km = 500 m",
  "3/4 h + 1/4 h = 60 minutes",
  "1/2 km/h = 0.5 km/h",
  "0 km + 3 km = 3 km",
  "2 km - 2 km + 3 km = 3 km",
];
const FALSE = [
  "17 × 23 = 381",
  "0.1 + 0.2 = 0.31",
  "3 h × 60 km/h = 18 km",
  "10 / 3 = 3.34",
  "5 km = 5 miles",
];
const NEITHER = [
  "391",
  "",
  "x = 5",
  "The total is 17 × 23 = 391 apples and more",
  "5 km = 5 hours",
  "0 km + 3 kg = 3 kg",
  "5 km - 5 km + 3 kg = 3 kg",
  "2 km - 2 km + 1 h = 3600 s",
  "3 kg + 0 km = 3 kg",
  "6/2(1+2) = 9",
  "1 / 0 = 5",
  "20 °C = 68 °F",
  "9^9^9^9 = 1",
  "((((((((((" + "(".repeat(60) + "1 = 1",
];

describe("calculations in a text", () => {
  test.each(TRUE)("%s holds", (line) => {
    expect(checkCalculations(line)).toMatchObject({ wrong: [], correct: [expect.any(String)] });
  });

  test.each(FALSE)("%s does not hold", (line) => {
    expect(checkCalculations(line)).toMatchObject({ correct: [], wrong: [line] });
  });

  test.each(NEITHER)("nothing is said of %j", (line) => {
    expect(checkCalculations(line)).toEqual({ correct: [], wrong: [] });
  });

  test("are checked line by line", () => {
    const text = "First:\n1. 2 + 2 = 4\n2. 4 × 3 = 13\nSo 13.";
    expect(checkCalculations(text)).toEqual({ correct: ["2 + 2 = 4"], wrong: ["4 × 3 = 13"] });
  });
});
