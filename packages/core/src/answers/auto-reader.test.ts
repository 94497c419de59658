import fc from "fast-check";
import { expect, test } from "vitest";
import { createAutoReader } from "./create-reader.ts";
import { clusterAnswers } from "./cluster.ts";
import { readReply } from "./read-reply.ts";

/** What a debate makes of round 0: the basis, the wordings, and who agrees. */
function readRound(
  question: string,
  replies: readonly string[],
): { basis: string; answers: (string | null)[]; clusters: number[][] } {
  const reader = createAutoReader(question, replies);
  const values = replies.map((text) => reader.read(readReply(text), text));
  return {
    basis: reader.basis,
    answers: values.map((read) => read?.value ?? null),
    clusters: clusterAnswers(values, reader),
  };
}

test.each([
  [["yes", "Yes", "YES "], [[0, 1, 2]]],
  [
    ["7", "8", "7"],
    [[0, 2], [1]],
  ],
  [
    ["  Hello   World  ", "hello world", "bye"],
    [[0, 1], [2]],
  ],
  [
    ["The final answer to this question is 42", "The final answer to this question is 43"],
    [[0], [1]],
  ],
  [
    ['{"answer": "It is enforceable"}', '{"answer": "It is not enforceable"}'],
    [[0], [1]],
  ],
  [["Paris", "Paris."], [[0, 1]]],
  [["", "", "a real answer"], [[2]]],
  [['{"answer": 0, "confidence": 0.5}', '{"answer": "0"}'], [[0, 1]]],
  [["42", '"42"', 'Sure!\n```json\n{"answer": 42}\n```\nDone', "\\boxed{42}"], [[0, 1, 2, 3]]],
  [
    ["Answer: IPv6", "Answer: IPv6", "Answer: IPv4"],
    [[0, 1], [2]],
  ],
  [["", "  "], []],
])("%j agree as %j", (replies, clusters) => {
  expect(readRound("What is the answer?", replies).clusters).toEqual(clusters);
});

test("answers keep their wording", () => {
  expect(readRound("Which?", ["yes", "Yes"]).answers).toEqual(["yes", "Yes"]);
  expect(readRound("Which?", ["Paris."]).answers).toEqual(["Paris"]);
  const prose = "First this.\n\nThen that.";
  expect(readRound("Why?", [prose]).answers).toEqual([prose]);
});

test.each([
  ["Which? (A) red (B) blue", ["A", "(B) blue", "The answer is A."], "choice", [[0, 2], [1]]],
  ["Is the sky blue?", ["Yes.", "No", "yes"], "choice", [[0, 2], [1]]],
  ["How many dollars?", ["$1,200", "1200 dollars", "1200"], "number", [[0, 1, 2]]],
  ["What is x?", ["\\frac{\\pi}{2}", "π/2", "1.5"], "math", [[0, 1], [2]]],
  ["Where?", ["(1,2)", "(1, 2)"], "math", [[0, 1]]],
  ["When?", ["2023-05-01", "2023-01-05"], "lexical", [[0], [1]]],
  ["How long?", ["5-10", "10-15"], "lexical", [[0], [1]]],
  ["What should we order?", ["3 servers", "3 licenses", "3 servers."], "lexical", [[0, 2], [1]]],
  ["Which mission?", ["Apollo 11", "Apollo 13"], "lexical", [[0], [1]]],
  ["How many?", ["42", "A great many"], "lexical", [[0], [1]]],
])("chooses once: %s %j by %s", (question, replies, basis, clusters) => {
  expect(readRound(question, replies)).toMatchObject({ basis, clusters });
});

test("only quantities, dates and options are settled as different; prose is left open", () => {
  const numbers = createAutoReader("How many eggs?", ["42", "43"]);
  expect(numbers.compareByRules?.("42", "43")).toBe("different");
  expect(numbers.compareByRules?.("42 eggs", "42")).toBe("same");
  const prose = createAutoReader("What caused the outage?", [
    "An expired certificate",
    "A full disk",
  ]);
  expect(prose.compareByRules?.("A full disk", "The disk of the primary had no space left")).toBe(
    "open",
  );
  const formulas = createAutoReader("What is x?", ["\\sqrt{2}", "x+1"]);
  expect(formulas.compareByRules?.("\\sqrt{2}", "x+1")).toBe("open");
  expect(formulas.compareByRules?.("x+1", "1+x")).toBe("same");
});

test("formulas that differ aren't merged because a question lists one of them", () => {
  const question = "Which? (A) x+1 (B) 2x (C) x^2";
  const answers = ["A", "x+1", "y^3"];
  expect(readRound(question, answers)).toMatchObject({ basis: "math", clusters: [[0], [1], [2]] });
});

test("tiny numbers are told apart, however they are written", () => {
  for (const [a, b] of [
    ["6.626e-34", "1.602e-19"],
    ["6.626 \\times 10^{-34}", "1.602 \\times 10^{-19}"],
    ["0", "1e-300"],
  ] as const) {
    const reader = createAutoReader("What is the constant?", [a, b]);
    expect(reader.same(a, b), a).toBe(false);
    expect(reader.same(a, a), a).toBe(true);
  }
});

/** Statements of all sorts, of which many are near each other. */
const statement = fc
  .tuple(
    fc.constantFrom("", "Yes, ", "No, ", "I think ", "About ", "Use "),
    fc.constantFrom("15 minutes", "15 days", "90 minutes", "1.5 hours", "15", "Postgres", "x+1"),
    fc.constantFrom("", " or so", ", but only if it is cheap", " is not enough", "."),
  )
  .map((parts) => parts.join(""));

test.each([
  ["How long does it take?", ["15 minutes", "2 hours", "3 days"]],
  ["PostgreSQL or MongoDB?", ["PostgreSQL", "MongoDB"]],
  ["Should we launch?", ["Yes", "No, wait."]],
  ["Which? (A) red (B) blue", ["A", "B"]],
  ["What is x?", ["x+1", "x^2"]],
])(
  "%s: same and compareByRules depend on no order and never contradict each other",
  (question, replies) => {
    const reader = createAutoReader(question, replies);
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        const same = reader.same(a, b);
        const settled = reader.compareByRules?.(a, b);
        expect(reader.same(b, a)).toBe(same);
        expect(reader.compareByRules?.(b, a)).toBe(settled);
        expect(reader.compareByRules?.(a, a)).toBe("same");
        expect(settled === "same").toBe(same);
        if (reader.key?.(a) === reader.key?.(b)) expect(same).toBe(true);
      }),
    );
  },
);
