import fc from "fast-check";
import { expect, test } from "vitest";
import type { RuleComparison } from "../../protocol/answer.ts";
import { nameOptions } from "../kinds/choice.ts";
import { createTyping, compareTypedAnswers } from "./compare-typed-answers.ts";

const compare = (
  a: string,
  b: string,
  question = "How many apples are in the boxes?",
): RuleComparison => {
  const typed = createTyping(question, nameOptions(undefined, question));
  const settled = compareTypedAnswers(typed(a), typed(b));
  expect(compareTypedAnswers(typed(b), typed(a))).toBe(settled);
  return settled;
};

test.each([
  ["Paris", "paris."],
  ["YES", "yes"],
  ["1,000", "1000"],
  ["5", "5.0"],
  ["90 minutes", "1.5 hours"],
  ["5 km", "5000 m"],
  ["5", "$5"],
  ["5 apples", "5"],
  ["20 °C", "68 °F"],
  ["12 May 2024", "2024-05-12"],
])("the same: %j and %j", (a, b) => {
  expect(compare(a, b)).toBe("same");
});

test.each([
  ["yes", "no"],
  ["5", "6"],
  ["5 km", "6 km"],
  ["12 May 2024", "13 May 2024"],
  ["May 2024", "June 2024"],
  ["3628800", "3628801"],
  ["0.5", "0.6"],
  ["1 GB", "1024 MB"],
])("different: %j and %j", (a, b) => {
  expect(compare(a, b)).toBe("different");
});

test.each([
  ["Postgres", "MySQL"],
  ["Yes", "Yes, if the tests pass"],
  ["5%", "5"],
  ["5%", "0.05"],
  ["5 pp", "5%"],
  ["90°", "90"],
  ["5 km/h", "5"],
  ["5 boxes", "5"],
  ["5 boxes", "5 apples"],
  ["15 minutes", "15 euros"],
  ["5 miles", "8 km"],
  ["1 month", "30 days"],
  ["May 2024", "12 May 2024"],
  ["9:00", "21:00"],
  ["3.1", "3.10"],
  ["6/8", "3/4"],
  ["5 Mg", "5 mg"],
  ["more than 5", "5"],
  ["12345678901234567890", "12345678901234567891"],
])("open, for a model to compare: %j and %j", (a, b) => {
  expect(compare(a, b)).toBe("open");
});

test("options of the question ignore case, and a letter is its option", () => {
  const question = "Which? (A) Ship now (B) Wait";
  expect(compare("a", "SHIP NOW", question)).toBe("same");
  expect(compare("(B) Wait", "A", question)).toBe("different");
  expect(compare("A or B", "A", question)).toBe("open");
  // A bare B may be the letter, or the text of option A.
  expect(compare("B", "(B)", "Which grade? (A) B (B) A")).toBe("open");
});

const quantity = fc.tuple(
  fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom(1, 10)).map(([n, by]) => n / by),
  fc.constantFrom("", " km", " minutes", "%", " USD", " apples", "°"),
);

test("figures that differ are never the same, in whatever unit of the same name", () => {
  fc.assert(
    fc.property(quantity, quantity, ([a, unit], [b, other]) => {
      if (a === b && unit === other) expect(compare(`${a}${unit}`, `${b}${other}`)).toBe("same");
      else if (a !== b) expect(compare(`${a}${unit}`, `${b}${other}`)).not.toBe("same");
    }),
    { numRuns: 1_000 },
  );
});

test("only quantities, dates and options are ever settled as different", () => {
  const words = fc.array(fc.stringMatching(/^[b-z]{3,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(compare(a.join(" "), `${b.join(" ")} indeed`)).not.toBe("different");
    }),
  );
});

test("yes and no are the question's own options where it lists them", () => {
  const question = "Is 91 prime?\n(A) Yes\n(B) No";
  expect(compare("A", "Yes", question)).toBe("same");
  expect(compare("(B)", "no", question)).toBe("same");
  expect(compare("A", "no", question)).toBe("different");
});
