import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { numberReader } from "./number.ts";

const reader = numberReader();
const value = (text: string): number | null => reader.read(readReply(text), text)?.value ?? null;

test.each([
  // golden: "numbers in any dress"
  ["The total is $1,234.00", 1234],
  ["Answer: 1234", 1234],
  ['{"reasoning":"because","answer":"1,234 dollars"}', 1234],
  ["$9 500", 9500],
  ["1 234", 1234],
  ["1.234,56", 1234.56],
  ["12,5", 12.5],
  ["1'234", 1234],
  ["3/4", 0.75],
  ["1 3/4", 1.75],
  ["\\frac{3}{4}", 0.75],
  ["1\\frac{1}{2}", 1.5],
  ["\\$18", 18],
  ["12%", 12],
  ["1e3", 1000],
  ["1.2 × 10^3", 1200],
  ["2^10", 1024],
  ["−5", -5],
  ["-$5", -5],
  ["minus five", -5],
  ["twelve", 12],
  ["one hundred and twenty-three", 123],
  ["two dozen", 24],
  ["1.5 million", 1_500_000],
  ["$2.5M", 2_500_000],
  [".5", 0.5],
  ["-0", 0],
])("%j is %d", (text, expected) => {
  expect(value(text)).toBe(expected);
});

test.each([
  ["16 - 7 = 9", 9],
  ["9 eggs * $2/egg = $18", 18],
  ["1360 - (64 + 30 + 48)", 1218],
  ["The price of the car in the year 2010 is $9,800.", 9800],
  ["After ordering 4 packs and receiving a 10% discount, each bagel will cost $1.00.", 1],
  ["It will take Jane 7 more weeks to save a total of $60 if she saves $4 per week.", 7],
  ["John makes $1260 in a full 7-day week.", 1260],
  ["18 dollars for 3 days", 18],
  ["2 dogs eat 10 kg each, so the total is 20 kg", 20],
  ["12 inches, which is 1 foot", 12],
  ["Every 2 days, he earns $30", 30],
  ["a 7-day week", 7],
  ["There are no apples left, so 0", 0],
])("the number that answers, among others: %j is %d", (text, expected) => {
  expect(value(`{"answer": ${JSON.stringify(text)}}`)).toBe(expected);
});

test.each([
  "no idea",
  "32 + 0.8x",
  "To calculate the cost of one jar:",
  "4750 / x",
  "Cannot be determined without the output of a 10-year-old tree.",
  "1/0",
  "1e999",
  "NaN",
  "",
])("%j gives no number", (text) => {
  expect(value(JSON.stringify({ answer: text }))).toBeNull();
});

test("a number in many dresses stays the same number", () => {
  const dresses: ((text: string) => string)[] = [
    (n) => n,
    (n) => ` ${n} `,
    (n) => `**${n}**`,
    (n) => `$${n}$`,
    (n) => `\\boxed{${n}}`,
    (n) => `Answer: ${n}`,
    (n) => `${n} apples`,
    (n) => `The answer is ${n}.`,
    (n) => `{"answer": ${n}}`,
    (n) => `{"answer": "${n}"}`,
    (n) => `x = ${n}`,
  ];
  const integer = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(integer, fc.constantFrom(...dresses), fc.boolean(), (n, dress, grouped) => {
      const text = grouped ? n.toLocaleString("en-US") : String(n);
      // Grouped digits are no JSON number.
      if (grouped && dress("0") === '{"answer": 0}') return;
      expect(value(dress(text))).toBe(n);
    }),
  );
});

test("tolerance is a millionth of the size, or what is asked for", () => {
  expect(reader.same(1_000_000, 1_000_000.5)).toBe(true);
  expect(reader.same(42, 43)).toBe(false);
  expect(reader.same(0, 1e-9)).toBe(false);
  expect(numberReader(0.5).same(1, 1.5)).toBe(true);
  expect(numberReader(0).same(1, 1 + 1e-9)).toBe(false);
});

test.each([
  ["1,234.00", "1234"],
  ["$1,234.00", "$1234"],
  ["-$5", "-$5"],
  ["50 %", "50%"],
  ["It takes 15 minutes.", "15 minutes"],
  ["42 eggs", "42"],
  ["20 °C", "20 °C"],
  ["a 15-minute break", "15 minute"],
  ["60 km/h", "60 km/h"],
  ["USD 5", "5 USD"],
  ["half an hour", "0.5 hour"],
  ["3 minutes and 36 seconds", "3.6 minutes"],
  ["5 \u202eminutes", "5 minutes"],
  ["between 5 and 10 minutes", undefined],
  ["5 to 10 miles per hour", undefined],
  ["5-10 km", undefined],
  ["3-4 %", undefined],
  ["$5 a month", "$5 a month"],
  ["100 square feet", "100 square feet"],
  ["5 mg/kg", "5 mg/kg"],
  ["2 tablets per day", "2 tablets per day"],
  ["C$5", "C$5"],
])("%j is shown as %j", (text, wording) => {
  expect(reader.read(readReply(text), text)?.wording).toBe(wording);
});
