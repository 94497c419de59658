import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { AnswerReader } from "../protocol/answer.ts";
import { createAutoReader, createReader } from "./create-reader.ts";
import { clusterAnswers } from "./cluster.ts";
import { choice, exact, json, math, number, text } from "./answer-kinds.ts";
import { readReply } from "./read-reply.ts";
import { measureWordOverlap } from "./words/word-overlap.ts";

const question = "Which? (A) red (B) blue";

const kinds = {
  text: text(),
  loose: text({ similarity: 0.3 }),
  exact: exact(),
  number: number(),
  math: math(),
  choice: choice(),
  json: json(z.any()),
};

const readers: [string, AnswerReader][] = Object.entries(kinds).map(([name, kind]) => [
  name,
  createReader(kind as ReturnType<typeof text>, question) as AnswerReader,
]);

/** Pieces that real replies are made of, and that parsers stumble over. */
const piece = fc.constantFrom(
  '{"answer": "',
  '"}',
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  "\\\\",
  "\\frac{1}{2}",
  "\\boxed{",
  "$",
  "$$",
  "\\[",
  "\\]",
  "```json\n",
  "```",
  "<think>",
  "</think>",
  "Answer: ",
  "**",
  "the final answer is ",
  "####",
  " 42",
  "-1,234.50",
  "1/0",
  "=",
  "x^2",
  "(",
  ")",
  ",",
  "|",
  "_",
  "^",
  "\\sqrt",
  "\\begin{pmatrix}",
  "&",
  "\n",
  " ",
  "not ",
  "yes",
  "no",
  "(A)",
  "Confidence: 90%",
  "漢字",
  "😀",
  "\u0000",
  "\ud800",
  "İ",
  "é",
  "\u200b",
  "∞",
  "±",
  "!",
  "1e999",
  "0.\\overline{",
  "constructor",
  "__proto__",
);

const mutated = fc
  .array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 30 })
  .map((parts) => parts.join(""));
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  mutated,
);

test("no string makes reading throw, and a blank answer is none", () => {
  fc.assert(
    fc.property(anyText, (reply) => {
      const reading = readReply(reply);
      if (reading.answer !== null) expect(reading.answer.trim()).not.toBe("");
      if (reading.confidence !== null) {
        expect(reading.confidence).toBeGreaterThanOrEqual(0);
        expect(reading.confidence).toBeLessThanOrEqual(1);
      }
      expect(typeof reading.reasoning).toBe("string");
    }),
    { numRuns: 3_000 },
  );
});

test.each(readers)(
  "%s: nothing throws, `same` is symmetric and reflexive, equal keys are the same",
  (_name, reader) => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [one, other] = [reader.read(readReply(a), a), reader.read(readReply(b), b)];
        if (one === null || other === null) return;
        expect(reader.same(one.value, one.value)).toBe(true);
        const same = reader.same(one.value, other.value);
        expect(reader.same(other.value, one.value)).toBe(same);
        if (reader.key !== undefined && reader.key(one.value) === reader.key(other.value))
          expect(same).toBe(true);
        const settled = reader.compareByRules?.(one.value, other.value) ?? "open";
        expect(reader.compareByRules?.(other.value, one.value) ?? "open").toBe(settled);
        if (settled !== "open") expect(settled === "same").toBe(same);
      }),
      { numRuns: 1_000 },
    );
  },
);

test("auto: nothing throws, and the order of replies changes nothing", () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), (replies) => {
      const reader = createAutoReader(question, replies);
      const backwards = [...replies].reverse();
      expect(createAutoReader(question, backwards).basis).toBe(reader.basis);
      const values = replies.map((reply) => reader.read(readReply(reply), reply));
      values.forEach((value, i) => {
        if (readReply(replies[i] ?? "").answer === null) expect(value).toBeNull();
      });
      const sizes = clusterAnswers(values, reader).map(({ length }) => length);
      expect(clusterAnswers([...values].reverse(), reader).map(({ length }) => length)).toEqual(
        sizes,
      );
    }),
    { numRuns: 500 },
  );
});

test("overlap is a share", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(measureWordOverlap(a, b)).toBe(measureWordOverlap(b, a));
      expect(measureWordOverlap(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});
