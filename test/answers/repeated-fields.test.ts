import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  auto,
  choice,
  Debate,
  json,
  number,
  score,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { watch } from "../support/outcomes.ts";
import { inSection } from "../support/panel.ts";

/** What a vote reads from a reply, and what the events say. */
async function readVote(reply: string, answer: unknown, marked = false) {
  const speak = (request: ModelRequest): string => (marked ? inSection(request, reply) : reply);
  const config = { debaters: [speak, speak], answer, rounds: 0, limits: { retries: 0 } };
  const { result, events } = await watch(
    new Debate(config as unknown as DebateConfig<never>),
    "How many?",
  );
  return { answer: (result?.answer ?? null) as unknown, told: JSON.stringify(events) };
}

const PAIR = json({
  type: "object",
  properties: { a: { type: "number" }, b: { type: "string" } },
  required: ["a", "b"],
});
const REASON = "it has JSON fields of one name with different values";

describe.each([false, true])("in a section: %s", (marked) => {
  test.each<[string, unknown, string]>([
    ["a number", number(), '{"answer": 5, "answer": 6}'],
    ["a number, in a fence", number(), '```json\n{\n  "answer": 5,\n  "answer": 6\n}\n```'],
    ["an escaped key", number(), '{"answer": 5, "\\u0061nswer": 6}'],
    ["a key inside the answer", PAIR, '{"answer": {"a": 1, "b": "x", "c": [{"x": 1, "x": 2}]}}'],
    ["an option", choice(["5", "6"]), '{"answer": "5", "answer": "6"}'],
    ["any text", auto(), '{"answer": "five", "answer": "six"}'],
    ["fields", PAIR, '{"a": 1, "b": "x", "a": 2}'],
    ["fields of the answer", PAIR, '{"answer": {"a": 1, "b": "x", "a": 2}}'],
    ["a mended string", PAIR, '{"a": 1, "b": "\\sqrt", "a": 2}'],
    ["a score", score({ rubric: ["clarity"] }), '{"clarity": 2, "clarity": 4}'],
  ])("a field that is given twice is not guessed: %s", async (_, answer, reply) => {
    const read = await readVote(reply, answer, marked);
    expect(read.answer).toBeNull();
    expect(read.told).toContain(REASON);
  });

  test.each<[string, unknown, string, unknown]>([
    ["the same value twice", number(), '{"answer": 5, "answer": 5}', 5],
    [
      "two reasons and one answer",
      number(),
      '{"reasoning": "x", "reasoning": "y", "answer": 5}',
      5,
    ],
    ["one name in two objects", PAIR, '{"answer": {"a": 1, "b": "x"}, "a": 2}', { a: 1, b: "x" }],
    [
      "a string like an object",
      PAIR,
      '{"a": 1, "b": "\\"a\\": 2, {[,"}',
      { a: 1, b: '"a": 2, {[,' },
    ],
  ])("what is given once is read: %s", async (_, answer, reply, value) => {
    expect((await readVote(reply, answer, marked)).answer).toEqual(value);
  });
});

test("a confidence that is given twice is unknown", async () => {
  const { answer, told } = await readVote(
    '{"answer": 5, "confidence": 0.2, "confidence": 0.9}',
    number(),
  );
  expect(answer).toBe(5);
  expect(told).not.toMatch(/"confidence":0/);
});

test("any value is read, until one of its fields is given again with another value", async () => {
  const entry = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  const kind = json({ type: "object" });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue()),
      entry,
      async (rest, [key, value]) => {
        const object = { ...rest, answers: 1, [key]: value };
        const written = JSON.stringify(object);
        if ("answer" in object) return;
        expect((await readVote(written, kind, true)).answer).not.toBeNull();
        const again = `${written.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify([value])}}`;
        expect((await readVote(again, kind, true)).answer).toBeNull();
      },
    ),
    { numRuns: 100 },
  );
});
