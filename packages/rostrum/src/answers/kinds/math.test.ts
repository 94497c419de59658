import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { mathReader } from "./math.ts";

const reader = mathReader();
const both = (a: string, b: string): boolean[] => [reader.same(a, b), reader.same(b, a)];

test.each([
  ["(x+1)^2", "x^2+2x+1"],
  ["4(3-x)(3+x)", "36-4x^2"],
  ["\\frac{1}{2}", "0.5"],
  ["\\dfrac12", "1/2"],
  ["6\\frac{1}{5}", "6.2"],
  ["1 3/4", "\\frac{7}{4}"],
  ["\\sqrt{12}", "2\\sqrt3"],
  ["0.\\overline{3}", "1/3"],
  ["2\\pi+4", "4+2π"],
  ["\\log_2 8", "3"],
  ["-11+27i", "27i-11"],
  ["8 choose 2", "28"],
  ["16,386.16", "16386.16"],
  ["1{,}000", "10\\,00"],
  ["\\$18.90", "18.9"],
  ["45^\\circ", "45 degrees"],
  ["12\\%", "12"],
])("one value: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([true, true]);
});

test.each([
  ["-4,4", "\\pm 4"],
  ["x=4 \\text{ or } x=-4", "-4, 4"],
  ["\\{1,2\\}", "2,1"],
  ["(1,4)", "(s,t) = (1, 4)"],
  ["[0,\\infty)", "x\\ge 0"],
  ["[0,1]", "0 \\le x \\le 1"],
  ["(-\\infty,0)\\cup(1,2)", "(1,2) \\cup (-\\infty, 0)"],
  ["\\begin{pmatrix}1\\\\2\\end{pmatrix}", "\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}"],
  ["y=2x+3", "2x-y+3=0"],
  ["f(x)=2x+1", "1+2x"],
  ["11010_2", "11010_{2}"],
  ["11010_2", "11010"],
  ["A,D", "\\text{A and D}"],
])("one structure: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([true, true]);
});

test.each([
  ["\\text{(C)}", "C"],
  ["\\mbox{Saturday}", "saturday"],
  ["\\text{even}", "Even."],
  ["10\\;\\text{edges}", "10"],
  ["8\\sqrt{3}\\text{squareinches}", "8\\sqrt{3}"],
  ["7.5\\,\\text{cm}^2", "7.5"],
])("words and units: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([true, true]);
});

test.each([
  ["42", "43"],
  ["5", "-5"],
  ["0.33", "1/3"],
  // Apart by less than floating point can tell.
  ["\\frac{2010012}{2010013}", "\\frac{2010011}{2010012}"],
  ["123456789012345678901", "123456789012345678902"],
  ["(1,2)", "(2,1)"],
  ["(0,1)", "[0,1]"],
  ["1,2", "1,2,3"],
  ["x+1", "y+1"],
  ["2", "2x"],
  ["\\sqrt{x^2}", "x"],
  ["x>5", "x<5"],
  ["0", "x^2-4x+y=0"],
  ["2+2=4", "2+3=5"],
  ["11010_2", "11010_3"],
  ["5 \\text{ cm}", "5 \\text{ m}"],
  ["\\text{even}", "\\text{odd}"],
  ["\\emptyset", "0"],
  ["\\int x/2", "\\int x-2"],
])("different: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([false, false]);
});

test.each([
  ["Therefore, the lines intersect at $(1, 4).$", "(1,4)"],
  ["So, $5x-|x-5| = 6x-5$ when $x<5$.", "6x-5"],
  [
    "We add all of these cases up.\n\nIn total, there are $60 + 15 = 75$ sequences with at least one $T$.",
    "75",
  ],
  ["In interval notation we can express this as:\n\n$$r \\in (-\\infty, 0)$$", "(-\\infty,0)"],
  ["Lara read 128 pages on the first day of the week, which is what we wanted.", "128"],
])("the formula that prose arrives at: %j", (text, expected) => {
  const value = reader.read(readReply(text), text)?.value ?? "";
  expect(reader.same(value, expected)).toBe(true);
});

test("words are kept as words", () => {
  const text =
    '{"reasoning": "x + 7 = 9", "answer": "Cannot be determined with the given information"}';
  expect(reader.read(readReply(text), text)?.value).toBe(
    "Cannot be determined with the given information",
  );
});

test("trees too deep or too large are no error", () => {
  const deep = `${"(".repeat(900)}1${")".repeat(900)}`;
  expect(() => reader.same(deep, "1")).not.toThrow();
  expect(reader.same("9^{9^{9^{9}}}", "1")).toBe(false);
  expect(reader.same("(((10!)!)!)", "2")).toBe(false);
});
