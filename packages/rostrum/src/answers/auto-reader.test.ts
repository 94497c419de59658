import fc from "fast-check";
import { expect, test } from "vitest";
import { autoReader } from "./auto-reader.ts";
import { clusterAnswers } from "./cluster.ts";
import { readReply } from "./read-reply.ts";

/** What a debate makes of round 0: the basis, the wordings, and who agrees. */
function roundZero(
  question: string,
  replies: readonly string[],
): { basis: string; answers: (string | null)[]; clusters: number[][] } {
  const reader = autoReader(question, replies);
  const values = replies.map((text) => reader.read(readReply(text), text));
  return {
    basis: reader.basis,
    answers: values.map((read) => read?.value ?? null),
    clusters: clusterAnswers(values, reader),
  };
}

const asked = "What is the answer?";

test.each([
  ["three agree at once", ["yes", "Yes", "YES "], [[0, 1, 2]]],
  ["two of three", ["red", "red", "blue"], [[0, 1], [2]]],
  ["rounds 0 is self-consistency", ["7", "8", "7"], [[0, 2], [1]]],
  ["a tied lead", ["yes", "no"], [[0], [1]]],
  ["case and space are one answer", ["  Hello   World  ", "hello world", "bye"], [[0, 1], [2]]],
  [
    "42 is not 43",
    [
      "After checking every step carefully the final answer to this question is 42",
      "After checking every step carefully the final answer to this question is 43",
    ],
    [[0], [1]],
  ],
  [
    "is is not is not",
    [
      '{"answer":"The clause is enforceable in California"}',
      '{"answer":"The clause is not enforceable in California"}',
    ],
    [[0], [1]],
  ],
  ["Paris and Paris.", ["Paris", "Paris."], [[0, 1]]],
  ["the empty draft", ["", "", "a real answer"], [[2]]],
  ["answer zero", ['{"answer":0,"confidence":0.5}', '{"answer":"0"}'], [[0, 1]]],
  [
    "odd replies",
    ["42", '"42"', 'Sure!\n```json\n{"answer": 42}\n```\nDone', "\\boxed{42}"],
    [[0, 1, 2, 3]],
  ],
  ["judge picks by exact label", ["one", "ten"], [[0], [1]]],
  ["nobody readable", ["", "  "], []],
])("golden: %s", (_name, replies, clusters) => {
  expect(roundZero(asked, replies).clusters).toEqual(clusters);
});

test("golden: the answer keeps its wording", () => {
  expect(roundZero(asked, ["yes", "Yes"]).answers[0]).toBe("yes");
  expect(roundZero(asked, ['{"answer":0}', "0"]).answers[0]).toBe("0");
  expect(roundZero(asked, ["Paris", "Paris."]).answers[0]).toBe("Paris");
});

test.each([
  ["Which? (A) red (B) blue", ["A", "(B) blue", "The answer is A."], "choice", [[0, 2], [1]]],
  ["Is the sky blue?", ["Yes.", "No", "Yes, it is"], "choice", [[0, 2], [1]]],
  ["How many?", ["$1,200", "1200 dollars", "She has 1,200 left."], "number", [[0, 1, 2]]],
  ["What is x?", ["\\frac{\\pi}{2}", "π/2", "1.5"], "math", [[0, 1], [2]]],
  ["Where?", ["(1,2)", "(1, 2)"], "math", [[0, 1]]],
  ["When?", ["2023-05-01", "2023-01-05"], "lexical", [[0], [1]]],
  ["How long?", ["5-10", "10-15"], "lexical", [[0], [1]]],
  ["What should we order?", ["3 servers", "3 licenses", "3 Servers"], "number", [[0, 2], [1]]],
  ["How many did she buy?", ["5 apples", "5 pieces of fruit", "5"], "number", [[0, 1, 2]]],
  ["Which mission?", ["Apollo 11", "Apollo 13"], "lexical", [[0], [1]]],
])("chooses once: %s %j by %s", (question, replies, basis, clusters) => {
  expect(roundZero(question, replies)).toMatchObject({ basis, clusters });
});

test("a reply that the kind can't understand still votes, as words", () => {
  const { basis, answers, clusters } = roundZero("How many?", [
    "42",
    "A great many",
    "42 eggs",
    "a great many.",
  ]);
  expect(basis).toBe("number");
  expect(answers).toEqual(["42", "A great many", "42 eggs", "a great many."]);
  expect(clusters).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test("without replies the question alone decides", () => {
  expect(autoReader("Which? (A) red (B) blue", []).basis).toBe("choice");
  expect(autoReader("Is it so?", []).basis).toBe("choice");
  expect(autoReader("Tell me about it", []).basis).toBe("lexical");
});

test("F2: auto tells tiny numbers apart, however they are written", () => {
  for (const [a, b] of [
    ["6.626e-34", "1.602e-19"],
    ["6.626 \\times 10^{-34}", "1.602 \\times 10^{-19}"],
    ["0", "1e-300"],
  ] as const) {
    const reader = autoReader("What is the constant?", [a, b]);
    expect(reader.same(a, b), a).toBe(false);
    expect(reader.same(a, a), a).toBe(true);
  }
});

/** Statements of all sorts, of which many are near each other. */
const statement = fc
  .tuple(
    fc.constantFrom("", "Yes, ", "No, ", "I think ", "About ", "The answer: "),
    fc.constantFrom(
      "15 minutes",
      "15 days",
      "90 minutes",
      "1.5 hours",
      "15",
      "Postgres",
      "MongoDB",
    ),
    fc.constantFrom(
      "",
      " or so",
      ", but only if it is cheap",
      ", with JSONB",
      " is not enough",
      ".",
    ),
  )
  .map((parts) => parts.join(""));

test.each([
  ["How long does it take?", ["15 minutes", "2 hours", "3 days"]],
  ["PostgreSQL or MongoDB?", ["PostgreSQL", "MongoDB"]],
  ["Should we launch?", ["Yes", "No, wait."]],
  ["Which? (A) red (B) blue", ["A", "B"]],
  ["What should we do?", ["Launch it.", "Wait a week."]],
])(
  "%s: same and settle depend on no order and never contradict each other",
  (question, replies) => {
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        const reader = autoReader(question, replies);
        const same = reader.same(a, b);
        const settled = reader.settle?.(a, b);
        expect(reader.same(b, a)).toBe(same);
        expect(reader.settle?.(b, a)).toBe(settled);
        expect(reader.same(a, a)).toBe(true);
        expect(reader.settle?.(a, a)).toBe("same");
        if (settled !== "open") expect(settled).toBe(same ? "same" : "different");
        if (reader.key?.(a) === reader.key?.(b)) expect(same).toBe(true);
      }),
    );
  },
);

test("only prose is left open for a comparer", () => {
  const numbers = autoReader("How many?", ["42", "43"]);
  expect(numbers.settle?.("42", "43")).toBe("different");
  expect(numbers.settle?.("42 eggs", "42")).toBe("same");
  const prose = autoReader("What caused the outage?", ["An expired certificate", "A full disk"]);
  expect(prose.settle?.("A full disk", "The disk of the primary had no space left")).toBe("open");
});
