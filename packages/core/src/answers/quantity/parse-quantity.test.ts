import fc from "fast-check";
import { expect, test } from "vitest";
import { numberReader } from "../kinds/number.ts";
import { parseQuantity } from "./parse-quantity.ts";
import { QuestionWords } from "./question-words.ts";

const WORDS = new QuestionWords(
  "A shop sells 12 boxes with 7 apples each. How many apples are there?",
);
const parse = (answer: string): { value: number; unit: string | null } | null => {
  const found = parseQuantity(answer, WORDS);
  return found && { value: found.value, unit: found.unitName };
};

test.each([
  ["3.145", 3.145, null],
  ["-5", -5, null],
  ["−5", -5, null],
  ["minus five", -5, null],
  ["1,234", 1234, null],
  ["1 234 567", 1234567, null],
  ["3,5", 3.5, null],
  ["0,123", 0.123, null],
  ["1/2", 0.5, null],
  ["3 1/2", 3.5, null],
  ["1½", 1.5, null],
  ["\\frac{6}{8}", 0.75, null],
  ["1e-3", 0.001, null],
  ["10^-3", 0.001, null],
  ["2 × 10³", 2000, null],
  ["forty-two", 42, null],
  ["three hundred and five", 305, null],
  ["$1,234.50", 1234.5, "$"],
  ["-$5", -5, "$"],
  ["3,50 €", 3.5, "€"],
  ["$3.5M", 3_500_000, "$"],
  ["3.5 million", 3_500_000, null],
  ["1.5k", 1500, null],
  ["two dozen", 24, null],
  ["84 apples", 84, "apples"],
  ["**84** apples", 84, "apples"],
  ["84 Apples.", 84, "Apples"],
  ["12 boxes", 12, "boxes"],
  ["50%", 50, "%"],
  ["50\\%", 50, "%"],
  ["5 percentage points", 5, "percentage points"],
  ["90^\\circ", 90, "°"],
  ["1.5 hours", 1.5, "hours"],
  ["2 hours 30 minutes", 2.5, "hours"],
  ["5 feet 3 inches", 5.25, "feet"],
  ["60 km/h", 60, "km/h"],
  ["$5/month", 5, "$ per month"],
  ["5 lbs", 5, "lbs"],
  ["36 (24 + 12)", 36, null],
  ["$120 ($100 + $20)", 120, "$"],
  ["84 apples (12 × 7 = 84)", 84, "apples"],
  ["The total is 84", 84, null],
  ["about 84", 84, null],
  ["≈ 84", 84, null],
  ["~84 apples", 84, "apples"],
  ["So the answer is 84.", 84, null],
])("%j is %s %s", (answer, value, unit) => {
  expect(parse(answer)).toEqual({ value, unit });
});

test.each([
  // Lead-ins that say something.
  ...["not 84", "at least 84", "more than 84", "up to 84", "almost 84", "> 84", "≥84", "no 84"],
  // Ranges, alternatives, bounds, tolerances, ratios.
  ...[
    "80-90",
    "80–90",
    "80 to 90",
    "80...90",
    "84 or 96",
    "84, 96",
    "84/96",
    "84+",
    "84 ± 3",
    "3:2",
  ],
  ...[
    "1 in 5",
    "5 out of 10",
    "5 of 10",
    "84 (or 96)",
    "84 (not 94)",
    "84?",
    "84!",
    "between 80 and 90",
  ],
  // Dates, times, versions, codes.
  ...[
    "12/05/2024",
    "2024-05-12",
    "5:30",
    "5:30 pm",
    "5 pm",
    "1.5.2",
    "v5",
    "007",
    "0x54",
    "5th",
    "#5",
  ],
  ...[
    "1.200",
    "1.234.567",
    "1,23,456",
    "1,2345",
    "2024/25",
    "6/8",
    "1-1/2",
    "5 foot 3",
    "84a",
    "84*",
  ],
  // Scales and units outside of the lists, or in another case.
  ...[
    "5 gazillion",
    "5 M",
    "5 Km",
    "300K",
    "5 oranges",
    "5 are",
    "5 a",
    "5 bps",
    "5 apples each",
    "5 S",
    "5 x",
  ],
  // A calculation that doesn't come to the figure, or has words in it.
  ...["84 (80 + 3)", "84 (12 boxes × 7)", "84 (see above)", "1296 (24 + 12)"],
  // More digits than a float can hold.
  ...["12345678901234567890", "3.14159265358979323846"],
  ...[
    "",
    "-",
    "$",
    "apples",
    "- 84",
    "(84)",
    "x = 84",
    "2**10",
    "3 + 4i",
    "5^2",
    "∞",
    "NaN",
    "84 ≠ 94",
  ],
])("%j is not one number for certain", (answer) => {
  expect(parse(answer)).toBeNull();
});

const written = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }).map(String),
  fc.integer({ min: 0, max: 9_999_999 }).map((value) => value.toLocaleString("en-US")),
  fc.tuple(fc.nat(999), fc.nat(99)).map(([whole, part]) => `${whole}.${part}1`),
);

test("a figure is read as its value, with and without a unit", () => {
  fc.assert(
    fc.property(written, fc.constantFrom("", "%", " km", " apples", " minutes"), (figure, unit) => {
      const value = Number(figure.replaceAll(",", "")) || 0;
      expect(parse(figure + unit)).toEqual({ value, unit: unit.trim() || null });
    }),
    { numRuns: 500 },
  );
});

/** Words that no closed list has. */
const foreign = fc
  .stringMatching(/^[b-z]{4,9}$/)
  .filter(
    (word) =>
      parseQuantity(`5 ${word}`, WORDS) === null && parseQuantity(`${word} 5`, WORDS) === null,
  );

test("the whole answer is a number or nothing is: a word before or behind it that no list has makes it unread", () => {
  fc.assert(
    fc.property(written, foreign, fc.constantFrom("", "%", " apples"), (figure, word, unit) => {
      expect(parse(`${figure}${unit} ${word}`)).toBeNull();
      expect(parse(`${word} ${figure}${unit}`)).toBeNull();
      expect(parse(`${figure}${unit}, ${word}`)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test("two figures are never one number, whatever stands between them", () => {
  const between = fc.constantFrom(
    "-",
    "–",
    " to ",
    " or ",
    " and ",
    "; ",
    ":",
    "±",
    "=",
    "…",
    "\n",
    "→",
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 99 }),
      between,
      fc.integer({ min: 10, max: 99 }),
      (a, sign, b) => {
        expect(parse(`${a}${sign}${b}`)).toBeNull();
      },
    ),
  );
});

const MEN = "How many men are needed to build the wall?";
const SALES = "How many clips did she sell altogether in April and May?";
const PRIMES = "How many prime numbers are there below 1000?";

test.each<[question: string, answer: string, value: number | null]>([
  [PRIMES, "168 prime numbers", 168],
  [PRIMES, "168 primes below 1000", 168],
  [PRIMES, "168 primes below 1,000", 168],
  [PRIMES, "168 numbers", 168],
  [PRIMES, "168 (one hundred sixty-eight)", 168],
  [PRIMES, "168 (one hundred and sixty-eight) primes", 168],
  [PRIMES, "168 primes (one hundred sixty-eight)", 168],
  [PRIMES, "2 million (two million)", 2e6],
  [PRIMES, "-5 (minus five)", -5],
  [PRIMES, "168 (one hundred sixty-nine)", null],
  [PRIMES, "168 (give or take)", null],
  [PRIMES, "168 below 1000", null],
  [PRIMES, "168 1000", null],
  [PRIMES, "168 primes above 1000", null],
  [PRIMES, "168 primes below 2000", null],
  [PRIMES, "168 primes below", null],
  [PRIMES, "168 composites", null],
  ["How many boxes hold 5 or 6 apples?", "5 or 6", null],
  ["How many boxes hold 5 or 6 apples?", "5 or 6 boxes", null],
  ["How many boxes hold 5 or 6 apples?", "2 boxes", 2],
  ["How many berries are in a box?", "1 berry", 1],
  ["Is it 1 in 5 or 2 in 5?", "1 in 5", null],
  ["How many times do 3 and 5 meet?", "4 times", 4],
  ["How many times 3 is it?", "5 times 3", null],
  ["Is it 5 to 10 percent?", "5 to 10", null],
  ["How many more apples are needed?", "5 more", 5],
  ["How many more apples are needed?", "5 more apples", 5],
  ["At least how many apples, at most?", "5 at most", null],
  ["What is left of the cake?", "three quarters", 0.75],
  ["What is left of the cake?", "one half", 0.5],
  ["What is left of the cake?", "two thirds", 2 / 3],
  ["What is left of the cake?", "minus two fifths", -0.4],
  ["What is left of the cake?", "three-quarters", null],
  ["What is left of the cake?", "three quarters of it", null],
  ["What is left of the cake?", "one and a half", null],
  ["What is left of the cake?", "3 quarters", null],
  ["How many quarters has a year and a half?", "three quarters", null],
  ["How many quarters has a year and a half?", "6 quarters", 6],
  [MEN, "12 men", 12],
  [MEN, "12 needed", 12],
  [MEN, "12 men needed", 12],
  ["How many cats are there?", "1 cat", 1],
  ["How many eggs does it lay?", "1 egg", 1],
  ["How many keys has a piano?", "88 key", 88],
  ["How many sons has Ann?", "1 son", 1],
  ["How many legs do 4 dogs have?", "16 leg", 16],
  ["How many children are there?", "1 child", 1],
  ["How many knives are there?", "1 knife", 1],
  ["How many kids are in the car?", "3 kids in the car", 3],
  [SALES, "72 clips in April and May", 72],
  [SALES, "12 April", null],
  [SALES, "12 May", null],
  ["How many boxes of 12 pens are needed?", "84 boxes of 12 pens", 84],
  ["How many boxes of 10 boxes are full?", "5 boxes of 10 boxes", null],
  ["How many children are in the 3 classes?", "84 children in the 3 classes", 84],
  ["Of 72 clips and 5 pens, how many things are there?", "72 clips and 5 pens", null],
  ["1 apple in 5 is bad. How many apples are bad?", "1 apple in 5", null],
  ["How many is 12 more than 5?", "12 more than 5", null],
  ["How many percent of the men?", "50 percent of the men", null],
  ["How many percent of men?", "50 percent men", null],
  ["How many men a day are needed?", "12 men a day", null],
  ["How many men less?", "12 less", null],
  ["How many men are there in all?", "12 men in all", 12],
  ["How many meetings are after 2 pm?", "5 pm", null],
  ["How many years are between 50 BC and 50 AD?", "50 BC", null],
  ["How many radians are 2 pi?", "2 pi", null],
  ["How many radians are 2 pi?", "2 pi radians", null],
  ["How many bps is it?", "25 bps", null],
  ["Wie viele Männer pro Tag?", "12 pro", null],
  ["Wie viele Männer pro Tag?", "12 Männer", 12],
  ["Half of 12 men?", "half of 12 men", null],
])("%j: %j", (question, answer, value) => {
  const read = parseQuantity(answer, new QuestionWords(question));
  expect(read?.value ?? null).toEqual(value === null ? null : expect.closeTo(value, 12));
});

test("words of the question behind a figure leave it the same answer", () => {
  const reader = numberReader(undefined, PRIMES);
  const wordings = [
    "168",
    "168 primes",
    "168 prime numbers",
    "168 primes below 1000",
    "168 numbers",
  ];
  const read = wordings.map((answer) =>
    reader.read({ answer, from: "label", reasoning: "", confidence: null }, answer),
  );
  for (const one of read)
    for (const other of read) expect(reader.same(168, 168, [one ?? {}, other ?? {}])).toBe(true);
});

test("a noun in any case and number, and what the question says of it, leave it the same answer", () => {
  const reader = numberReader(undefined, MEN);
  const read = ["12", "12 men", "12 man", "12 MEN", "12 men needed", "12 needed"].map((answer) =>
    reader.read({ answer, from: "label", reasoning: "", confidence: null }, answer),
  );
  for (const one of read)
    for (const other of read) expect(reader.same(12, 12, [one ?? {}, other ?? {}])).toBe(true);
  const boxes = numberReader(undefined, "A box holds 12 pens. How many boxes are needed?");
  const box = boxes.read({ answer: "1 box", from: "label", reasoning: "", confidence: null }, "");
  expect(boxes.same(1, 1, [box ?? {}, {}])).toBe(true);
});

const NOUNS = [
  ...[
    ["cat", "cats"],
    ["egg", "eggs"],
    ["ox", "oxs"],
    ["man", "men"],
    ["woman", "women"],
  ],
  ...[
    ["child", "children"],
    ["box", "boxes"],
    ["berry", "berries"],
    ["knife", "knives"],
  ],
  ...[
    ["apple", "apples"],
    ["TV", "TVs"],
    ["car", "cars"],
    ["mouse", "mice"],
  ],
];

test("what is read stays read in another case and number", () => {
  const noun = fc.constantFrom(...NOUNS);
  const spell = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1),
  );
  const number = fc.nat(1);
  fc.assert(
    fc.property(
      ...([noun, noun, spell, number, number, number, fc.boolean()] as const),
      (counted, place, write, asked, said, placed, isPlaced) => {
        const question = `How many ${counted[asked]} are in the ${place[placed]}?`;
        const tail = isPlaced ? ` in the ${place[said]}` : "";
        const answer = write(`12 ${counted[said]}${tail}`);
        expect(parseQuantity(answer, new QuestionWords(question))?.value, answer).toBe(12);
      },
    ),
    { numRuns: 500 },
  );
});

test("a word that changes the figure is never read over, even if it is in the question", () => {
  const hostile = fc.constantFrom(
    ...["a", "about", "almost", "an", "and", "at least", "at most", "but", "divided by", "each"],
    ...[
      "either",
      "every",
      "half",
      "in 5",
      "minus",
      "neither",
      "never",
      "no",
      "nor",
      "not",
      "of 13",
    ],
    ...[
      "off",
      "or",
      "out of",
      "per",
      "pi",
      "pm",
      "plus",
      "point",
      "to 13",
      "two",
      "ten",
      "versus",
      "without",
    ],
  );
  fc.assert(
    fc.property(
      hostile,
      fc.constantFrom("", "men "),
      fc.constantFrom("", " men", " 13"),
      (word, before, after) => {
        const question = `Are 12 men ${word} 13 men needed, ${word} men, or 12 ${word}? How many ${word} men?`;
        const answer = `12 ${before}${word}${after}`;
        expect(parseQuantity(answer, new QuestionWords(question)), answer).toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});
