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
