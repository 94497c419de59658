import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { mathReader } from "./math.ts";
import { numberReader } from "./number.ts";

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
  ["A,D", "\\text{A and D}"],
  ["x:y = 3:1", "3 : 1"],
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
  ["11010_2", "11010"],
  ["12\\%", "12"],
  ["5 \\text{ mW}", "5 \\text{ MW}"],
  ["5 \\text{ cm}", "5 \\text{ cm}^2"],
  ["90^\\circ", "90"],
  ["ABC", "abc"],
  ["[5]", "5"],
  ["2 3", "23"],
  ["1,5", "1.5"],
  ["5 \\text{ cm}", "5 \\text{ m}"],
  ["\\text{even}", "\\text{odd}"],
  ["\\emptyset", "0"],
  // Ratios, or times of day.
  ["5:15", "1:03"],
  ["3:1", "3"],
  ["3:1", "3,1"],
  ["\\int x/2", "\\int x-2"],
])("different: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([false, false]);
});

const read = (reply: string): string | null => reader.read(readReply(reply), reply)?.value ?? null;

test.each([
  ["The answer is $(1, 4)$.", "(1, 4)"],
  ["So we get $\\boxed{6x-5}$.", "6x-5"],
  ["Answer: x = 5", "x = 5"],
  ["Answer: even", "even"],
  ["Answer: n \\log n", "n \\log n"],
  ["Answer: 8\\sqrt{3}\\text{ square inches}", "8\\sqrt{3}\\text{ square inches}"],
  ["Answer: x = 4 or x = -4", "x = 4 or x = -4"],
])("one expression, or one word, is an answer: %j", (reply, value) => {
  expect(read(reply)).toBe(value);
});

test.each([
  "Therefore, the lines intersect at $(1, 4).$",
  "In total, there are $60 + 15 = 75$ sequences with at least one $T$.",
  "Lara read 128 pages on the first day of the week, which is what we wanted.",
  '{"answer": "Cannot be determined with the given information"}',
  "We add.\n\nIt is 75.",
  "Answer: m cannot be equal to 3",
  "Answer: 5, not 6",
  "Answer: x equals 5",
])("prose is not searched for a formula: %j", (reply) => {
  expect(read(reply)).toBeNull();
});

test("trees too deep or too large are no error", () => {
  const deep = `${"(".repeat(900)}1${")".repeat(900)}`;
  expect(() => reader.same(deep, "1")).not.toThrow();
  expect(reader.same("9^{9^{9^{9}}}", "1")).toBe(false);
  expect(reader.same("(((10!)!)!)", "2")).toBe(false);
});

test.each([
  ["6.626 \\times 10^{-34}", "1.602 \\times 10^{-19}"],
  ["10^{-300}", "0"],
  ["10^{-400}", "10^{-401}"],
  ["10^{-4000}", "10^{-4001}"],
  ["10^{-20}x", "2 \\cdot 10^{-20}x"],
  ["\\tan(\\pi/2)", "5"],
  ["\\sqrt{10^{40}+5}-10^{20}", "7"],
])("no size is too small to differ: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([false, false]);
});

test.each([
  ["6.626 \\times 10^{-34}", "0.6626 \\cdot 10^{-33}"],
  ["0", "0.0"],
  ["0", "-0"],
  ["0.1+0.2", "0.3"],
  ["\\sin(\\pi)", "0"],
  ["\\sqrt{2}^2-2", "0"],
  ["e^{i\\pi}+1", "0"],
  ["\\sqrt{3+2\\sqrt2}-\\sqrt2", "1"],
  ["(x+1)^2-x^2-2x-1", "0"],
])("what rounding leaves over is nothing: %s and %s", (a, b) => {
  expect(both(a, b)).toEqual([true, true]);
});

test("numbers of any size are compared relative to their size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: -300, max: 300 }),
      (a, n, b, m) => {
        const same = BigInt(a) * 10n ** BigInt(n + 300) === BigInt(b) * 10n ** BigInt(m + 300);
        expect(both(`${a} \\times 10^{${n}}`, `${b} \\times 10^{${m}}`)).toEqual([same, same]);
        const numbers = numberReader(undefined, "");
        expect(numbers.same(Number(`${a}e${n}`), Number(`${b}e${m}`))).toBe(same);
      },
    ),
  );
});

test.each([
  "(((2/3)^{399})^{10})^{40}",
  "((((7^{400})^{400})^{400})^{400})^{400}",
  "9^{9^{9^{9}}}",
  "2^{-(10^{18})}",
  "((500!)!)!",
  "(170!)^{170!}",
  "\\binom{10^{300}}{499}",
  "\\binom{\\binom{1000}{499}}{498}",
  `${"1".repeat(599)}${"\\cdot 3".repeat(100)}`,
  "\\frac{1}{97}+".repeat(30) + "1",
  `${"(".repeat(95)}2${")^{99}".repeat(95)}`,
  `${"-".repeat(390)}1`,
  `${"(".repeat(900)}1${")".repeat(900)}`,
  "\\sqrt".repeat(390) + "2",
  "\\frac".repeat(390) + "2",
  `2${"^2".repeat(190)}`,
  `5${"!".repeat(390)}`,
  `${"\\{1,".repeat(60)}1${"\\}".repeat(60)}`,
  Array.from({ length: 190 }, (_, i) => i).join(","),
  Array.from({ length: 90 }, (_, i) => `${i}!`).join(","),
])("the work on %j is bounded before it is done", (formula) => {
  const reply = `The answer is $${formula}$`;
  const value = reader.read(readReply(reply), reply)?.value ?? "";
  expect(reader.same(formula, `${formula}+1`)).toBe(reader.same(`${formula}+1`, formula));
  expect(reader.same(formula, "17")).toBe(false);
  expect(reader.same(value, value)).toBe(true);
});

test("random towers of powers, fractions, factorials and binomials are compared at once", () => {
  const { tower } = fc.letrec<{ tower: string }>((tie) => ({
    tower: fc.oneof(
      { maxDepth: 12, withCrossShrink: true },
      fc.integer({ min: 0, max: 999 }).map(String),
      fc.tuple(tie("tower"), tie("tower")).map(([a, b]) => `(${a})^{${b}}`),
      fc.tuple(tie("tower"), tie("tower")).map(([a, b]) => `\\frac{${a}}{${b}}`),
      fc.tuple(tie("tower"), tie("tower")).map(([a, b]) => `\\binom{${a}}{${b}}`),
      fc.tuple(tie("tower"), tie("tower")).map(([a, b]) => `(${a}) \\cdot (-${b})`),
      tie("tower").map((a) => `(${a})!`),
    ),
  }));
  fc.assert(
    fc.property(tower, tower, (a, b) => {
      expect(reader.same(a, b)).toBe(reader.same(b, a));
      expect(reader.same(a, a)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
