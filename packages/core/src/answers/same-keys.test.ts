/*
 * Answers with equal keys are merged without a call of `same`. A key that is coarser than `same` would let a minority
 * win as unanimous.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { AnswerReader } from "../protocol/answer.ts";
import { choice, code, exact, json, math, number, score, text } from "./answer-kinds.ts";
import { createAutoReader, createReader } from "./create-reader.ts";
import { readReply } from "./read-reply.ts";

const QUESTION =
  "How many apples and boxes, in bytes or metres? (A) B (B) A (C) x+1 (D) mW (E) MW (F) 2x";

const READERS: Record<string, unknown> = {
  text: createReader(text(), QUESTION),
  "text by overlap": createReader(text({ similarity: 0.5 }), QUESTION),
  exact: createReader(exact(), QUESTION),
  number: createReader(number(), QUESTION),
  "number within 0": createReader(number({ tolerance: 0 }), QUESTION),
  "number within 1": createReader(number({ tolerance: 1 }), QUESTION),
  choice: createReader(choice(), QUESTION),
  "choice without options": createReader(choice(), "Which?"),
  "choice of given options": createReader(choice(["A", "x+1", "MW", "a lock"]), QUESTION),
  math: createReader(math(), QUESTION),
  code: createReader(code(), QUESTION),
  score: createReader(score({ rubric: "clarity", scale: [0, 10] }), QUESTION),
  json: createReader(json(z.unknown()), QUESTION),
  "json by a field": createReader(json(z.object({ a: z.unknown() }), { by: ["a"] }), QUESTION),
  "auto, of options": createAutoReader(QUESTION, ["Answer: (C)", "Answer: (D)"]),
  "auto, of numbers": createAutoReader(QUESTION, ["Answer: 1 m", "Answer: 2 m"]),
  "auto, of formulas": createAutoReader(QUESTION, ["Answer: x+1", "Answer: y^3"]),
  "auto, of prose": createAutoReader(QUESTION, ["Answer: Berlin, I think."]),
};

const FIGURES = [
  ...["0", "-0", "0.1", "0.3", "0.30000000000000004", "1", "1.0", "1.10", "1/3", "0.333333333333"],
  ...["1234567890123", "1234567890124", "1,234,567,890,123", "1234567890.123", "1234567890.124"],
  ...["9007199254740992", "9007199254740993", "123456789012.345", "123456789012.346"],
  ...["1e300", "1e308", "1.797693134862315e308", "1e-300", "5e-324"],
];
const UNITS = [
  ...["", " apples", " apple", " boxes", " bytes", " kilobytes", " GiB", " m", " km", " mm"],
  ...[" miles", " %", " °C", " °F", " kelvin", " hours", " min", " tbsp", " tsp", " mW", " MW"],
  ...[" dollars", " trillion", " million km"],
];
const WORDS = [
  ...["A", "a", "(A)", "B", "(B)", "C", "(C)", "x+1", "1+x", "x x", "x \\cdot x", "2x", "2 x"],
  ...["x2", "23", "2 3", "2\\,3", "2\\ 3", "2\n3", "(1, 2)", "{1, 2}", "{2, 1}", "x = 1", "x=1"],
  ...["D", "E", "mW", "MW", "mw", "5 mg", "5 Mg", "a lock", "use a lock", "A lock.", "Yes", "no"],
  ...["Polish", "polish", "US", "us", "5 May 2024", "2024-05-05", "May 2024", "1.1", "v1.10"],
  ...["İ", "i̇", "ß", "SS", "é", "e\u0301", "ﬁ", "fi", "constructor", "__proto__", "a\u0000"],
  ...["```\nx = 1\n```", "```\nx = 1 \n\n```", "```\nx=1\n```", "null", "NaN", "[1, 2]", "[2, 1]"],
];

function listReplies(): string[] {
  const amounts = FIGURES.flatMap((figure) =>
    UNITS.flatMap((unit) => [figure + unit, `-${figure}${unit}`, `$${figure}${unit}`]),
  );
  const texts = [...amounts, ...WORDS, ...fc.sample(fc.string({ maxLength: 4 }), 500)];
  const values = [...texts, ...fc.sample(fc.jsonValue(), 500), [1, "1"], ["1", 1], { 1: 2, 0: 1 }];
  return [
    ...texts.map((answer) => `Answer: ${answer}`),
    ...values.map((answer) => JSON.stringify({ answer: { a: answer } })),
  ];
}

test.each(Object.entries(READERS))("%s: answers with equal keys are the same", (_kind, kind) => {
  const reader = kind as AnswerReader;
  const answers = listReplies().flatMap((reply) => reader.read(readReply(reply), reply) ?? []);
  expect(answers.length).toBeGreaterThan(5);
  const groups = Map.groupBy(answers, (answer) => reader.key?.(answer.value, answer));
  for (const [key, group] of groups) {
    if (key === undefined) continue;
    const [first] = group;
    for (const answer of group) {
      const isSame = first && reader.same(first.value, answer.value, [first, answer]);
      expect(isSame, `${first?.wording} and ${answer.wording}`).toBe(true);
    }
  }
});
