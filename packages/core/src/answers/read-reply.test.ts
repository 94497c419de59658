import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "./read-reply.ts";

test("all parts of a JSON reply", () => {
  const reply =
    '{"reasoning": "6 × 7", "answer": "42", "confidence": 0.8, "changed": true, "justification": "B is right"}';
  expect(readReply(reply)).toMatchObject({
    answer: "42",
    from: "json",
    reasoning: "6 × 7",
    confidence: 0.8,
    claimedChange: true,
    justification: "B is right",
  });
});

test("all parts of a labelled reply", () => {
  const reply = "6 × 7.\n\nAnswer: 42\nConfidence: 80%\nReason for change: B is right";
  expect(readReply(reply)).toEqual({
    answer: "42",
    from: "label",
    reasoning: "6 × 7.",
    confidence: 0.8,
    justification: "B is right",
  });
});

test.each([
  ["6*7=42, clearly. Answer: 42", "6*7=42, clearly."],
  ["Six sevens.\nThat is 42. So the answer is 42.", "Six sevens.\nThat is 42."],
  ["So the answer is 42.", ""],
])("the sentences before the answer are the reasoning: %j", (reply, reasoning) => {
  expect(readReply(reply)).toMatchObject({ answer: "42", from: "label", reasoning });
});

test.each(["none", "N/A", "-", "", "No change."])("%j is no reason for a change", (reason) => {
  expect(readReply(`Answer: 42\nReason for change: ${reason}`).justification).toBeUndefined();
});

test.each([
  ['{"answer": 42}', "42"],
  ['```json\n{"answer": "a"}\n```', "a"],
  ['Sure!\n```json\n{"answer": "a"}\n```\nDone', "a"],
  ['{\n  "answer": "a"\n}', "a"],
  ['{"answer": "a\nb"}', "a\nb"],
  ['{"answer": "\\frac{1}{2}"}', "\\frac{1}{2}"],
  ['{"answer": "C:\\dir"}', "C:\\dir"],
  ['{"answer": ["a", "b"]}', '["a","b"]'],
  ['{"answer": false}', "false"],
  ['{"answer": "a"}\n{"answer": "a"}', "a"],
  ['> {"answer": "b"}\n{"answer": "a"}', "a"],
  ['They say {"answer": "b"}.\n{"answer": "a"}', "a"],
  ['{"reasoning": "{\\"answer\\": 1}", "answer": 2}', "2"],
])("one JSON object on lines of its own is read: %j", (reply, answer) => {
  expect(readReply(reply)).toMatchObject({ answer, from: "json" });
});

test.each(['{"answer": "a"}\n{"answer": "b"}', '{"answer": null}', '{"answer": ""}'])(
  "no answer is guessed from %j",
  (reply) => {
    expect(readReply(reply).answer).toBeNull();
  },
);

test.each([
  "{'answer': 'a'}",
  '{"answer": "a",}',
  '{"answer": "a"} done',
  '{"result": {"answer": "a"}}',
])("JSON is not repaired or searched: %j", (reply) => {
  expect(readReply(reply).from).toBe("line");
});

test.each([
  ["Paris", "Paris"],
  ["  **Paris**  ", "Paris"],
  ["Paris.", "Paris"],
  ["3.12.", "3.12"],
  ["foo@example.com.", "foo@example.com"],
  ["Washington, D.C.", "Washington, D.C."],
  ["apples, pears, etc.", "apples, pears, etc."],
  ["Yes, if the tests pass; otherwise no.", "Yes, if the tests pass; otherwise no"],
  ["Yes. It is.", "Yes. It is."],
  ["C++", "C++"],
  ["-d", "-d"],
  ["- 5", "- 5"],
  ["Paris\n\nConfidence: 0.9", "Paris"],
  ["> Answer: Lyon\n\nParis", "Paris"],
  ["```\nParis\n```", "Paris"],
])("a reply of one line is its own answer: %j", (reply, answer) => {
  const reading = readReply(reply);
  expect(reading.answer).toBe(answer);
});

test("longer prose stands whole, for kinds that take any text", () => {
  const reply = "Great question!\n\nUse Postgres.";
  expect(readReply(reply)).toMatchObject({ answer: reply, from: "whole" });
});

test.each([
  ["<think>Answer: 1</think>\nAnswer: 2", "2"],
  ["<thinking>1</thinking>2", "2"],
  ["<reasoning>1</reasoning>\n2", "2"],
  ["[THINK]1[/THINK] 2", "2"],
  ["◁think▷1◁/think▷2", "2"],
  ["Answer: 1\n</think>\nAnswer: 2", "2"],
  ["<|channel|>analysis<|message|>1<|end|><|start|>assistant<|channel|>final<|message|>2", "2"],
  ["2<|im_end|>", "2"],
  ["<think>Answer: 1", null],
])("thoughts are not what was said: %j", (reply, answer) => {
  expect(readReply(reply).answer).toBe(answer);
});

test.each(["", "  ", "> Answer: 42", "Answer:", "Confidence: 0.9", "Answer: <your answer>"])(
  "%j says nothing",
  (reply) => {
    expect(readReply(reply).answer).toBeNull();
  },
);

const FORMS = [
  "Answer: @@",
  "**Answer:** @@",
  "**Answer**: @@",
  "Answer: `@@`",
  "### Answer\n@@",
  "Answer:\n\n@@",
  "Answer:\n```\n@@\n```",
  "```\nAnswer: @@\nConfidence: 0.9\n```",
  "Why.\n\nAnswer: @@\n\nMore.",
  "<answer>@@</answer>",
  "**Verdict:** @@",
  "@@",
];
const ANSWERS = [
  ..."PostgreSQL 42 -7 C++ C# user_id __init__ O(n) arr[0] {} a->b ~/.ssh/config /usr/bin foo@example.com".split(
    " ",
  ),
  ..."v1.2.3 3.12 $5 50% 9:30 3–5 1/2 2024-05-12 北京 Straße x*y 2**10 List<String> IPv6 f(x);".split(
    " ",
  ),
  "SELECT * FROM t WHERE a = 'b'",
  'git commit -m "msg"',
  "Yes, if tests pass; otherwise no",
  "a && b || c",
  "the “best” one",
  "\\frac{1}{2}",
];

test.each(FORMS)("any answer is read from %j, and nothing else with it", (form) => {
  for (const answer of ANSWERS)
    expect(readReply(form.replace("@@", () => answer)).answer, answer).toBe(answer);
});

/** Replies whose answer is marked, and one-line replies. */
const reply = fc
  .tuple(fc.constantFrom(...FORMS), fc.constantFrom(...ANSWERS))
  .map(([form, answer]) => form.replace("@@", () => answer));

test("a quotation of any other reply changes nothing", () => {
  fc.assert(
    fc.property(reply, reply, fc.boolean(), (own, other, before) => {
      const quoted = other.replace(/^/gm, "> ");
      const whole = before ? `${quoted}\n\n${own}` : `${own}\n\n${quoted}`;
      expect(readReply(whole).answer).toBe(readReply(own).answer);
    }),
    { numRuns: 1_000 },
  );
});

test("two labelled answers that differ are never read as one of them", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ANSWERS), fc.constantFrom(...ANSWERS), (a, b) => {
      fc.pre(a !== b);
      const { answer, from } = readReply(`Answer: ${a}\n\nAnswer: ${b}`);
      if (from !== "whole") expect([a, b]).not.toContain(answer);
    }),
  );
});
