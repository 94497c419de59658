import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExpression, type Operator } from "./expression.ts";
import { readQuestion } from "./read-question.ts";

const read = (question: string): string => {
  const reading = readQuestion(question);
  return "expression" in reading
    ? formatExpression(reading.expression)
    : `refused: ${reading.reason}`;
};

describe("readQuestion", () => {
  it.each([
    ["What is 12+15*21+0-3*27?", "12+15*21+0-3*27"],
    ["what's 3 × 4", "3*4"],
    ["What’s 3 · 4 − 5 ?", "3*4-5"],
    ["Compute 12 + 7.", "12+7"],
    ["Compute: 12 + 7 =", "12+7"],
    ["Calculate 2⋅3⋅4⋅5", "2*3*4*5"],
    ["12+7=?", "12+7"],
    ["3x4", "3*4"],
    ["3 X 4 x 5", "3*4*5"],
    ["How much is 3 plus 4 times 5?", "3+4*5"],
    ["8 multiplied by 9 minus 2", "8*9-2"],
    ["Evaluate $6 \\times 7 - 3 \\cdot 2$", "6*7-3*2"],
    [
      "What is the result of 1+2*3+4-5*6? Make sure to state your answer at the end of the response.",
      "1+2*3+4-5*6",
    ],
    ["Please work out `99*99*99`, step by step.", "99*99*99"],
    ["007 + 1", "7+1"],
    ["What\u00a0is\n3 +\t4?", "3+4"],
  ])("reads %j", (question, expression) => {
    expect(read(question)).toBe(expression);
  });

  it.each([
    ["Who wrote Faust?", "it isn't plain arithmetic"],
    ["", "it isn't plain arithmetic"],
    ["I have 3+4 apples and eat 2. How many are left?", "it isn't plain arithmetic"],
    ["What is 3+4 and 5+6?", "it isn't plain arithmetic"],
    ["Solve 2x+3=7", "it isn't plain arithmetic"],
    ["Is 3+4=8?", "it isn't plain arithmetic"],
    ["What is twice 3+4?", "it isn't plain arithmetic"],
    ["3 4 + 5", "it isn't plain arithmetic"],
    ["What is 8/2?", "can't do brackets, division or powers"],
    ["What is (3+4)*5?", "can't do brackets, division or powers"],
    ["2**3", "can't do brackets, division or powers"],
    ["What is 2^10+1?", "can't do brackets, division or powers"],
    ["What is 5! + 1?", "can't do brackets, division or powers"],
    ["What is 8 divided by 2?", "can't do brackets, division or powers"],
    ["What is 2.5+3?", "2.5 isn't a whole number"],
    ["What is -3+4?", "it doesn't support signed numbers"],
    ["What is 3*-4?", "it doesn't support signed numbers"],
    ["What is 42?", "there is nothing to add, subtract or multiply"],
    ["What is 1,234+5?", "1234 is larger than 99"],
    ["What is 100+5?", "100 is larger than 99"],
    ["1+2+3+4+5+6+7", "there are 7 numbers in it, and the limit is 6"],
    ["99*99*99*99", "one of its steps gives 96,059,601, which is beyond 999,999"],
  ])("refuses %j", (question, reason) => {
    expect(read(question)).toContain(`refused: `);
    expect(read(question)).toContain(reason);
  });

  const sums = fc
    .record({
      numbers: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 6 }),
      operators: fc.array(fc.constantFrom<Operator>("+", "-", "*"), { minLength: 5, maxLength: 5 }),
    })
    .map(({ numbers, operators }) => ({
      numbers,
      operators: operators.slice(0, numbers.length - 1),
    }));
  const openings = fc.constantFrom(
    "",
    "What is ",
    "what's ",
    "Compute ",
    "Calculate: ",
    "Please evaluate ",
    "How much is ",
  );
  const endings = fc.constantFrom("", "?", " ?", "=", " = ?", ".", "? Explain your reasoning.");
  const timesSigns = fc.constantFrom("*", "×", "·", "⋅", "x", "times", "\\times");
  const gaps = fc.constantFrom(" ", "  ", "\u00a0");

  it("reads any sum in any usual wording alike", () => {
    fc.assert(
      fc.property(sums, openings, endings, timesSigns, gaps, (sum, opening, ending, times, gap) => {
        const plain = read(formatExpression(sum));
        const worded = sum.numbers
          .map((number, index) => [number, sum.operators[index]?.replace("*", times)].join(gap))
          .join(gap);
        expect(read(`${opening}${worded}${ending}`)).toBe(plain);
      }),
    );
  });

  it("answers or refuses whatever it is asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (question) => {
        const reading = readQuestion(question);
        if ("reason" in reading) expect(reading.reason).not.toBe("");
        else
          expect(reading.expression.numbers.length).toBe(reading.expression.operators.length + 1);
      }),
    );
  });
});
