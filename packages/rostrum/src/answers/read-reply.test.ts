import { describe, expect, it, test } from "vitest";
import { readReply } from "./read-reply.ts";

const answer = (text: string): string | null => readReply(text).answer;

test.each([
  // golden: "odd replies are read, not fatal"
  ["42", "42"],
  ['"42"', "42"],
  ['Sure!\n```json\n{"answer": 42}\n```\nDone', "42"],
  ["\\boxed{42}", "42"],
  // golden: "answer zero is an answer"
  ['{"answer":0,"confidence":0.5}', "0"],
  ['{"answer":"0"}', "0"],
  ["0", "0"],
  ['{"answer":false}', "false"],
  // golden: "42 is not 43, however alike the sentences"
  ["After checking every step carefully the final answer to this question is 42", "42"],
  // golden: "judge synthesis, verbatim"
  ["The best supported answer is a.", "a"],
  ["Paris.", "Paris."],
  ["  Hello   World  ", "Hello   World"],
  ["The clause is enforceable", "The clause is enforceable"],
])("reads %j as %j", (text, expected) => {
  expect(answer(text)).toBe(expected);
});

test.each([
  "",
  "   ",
  "\n\t",
  "null",
  '{"answer":""}',
  '{"answer":"  "}',
  '{"answer":null}',
  '{"confidence":0.99}',
  '{"answer":"___"}',
  '{"answer": "**',
  "[]",
  "{}",
])("finds no answer in %j", (text) => {
  expect(answer(text)).toBeNull();
});

test.each([
  ["[42]", "42"],
  ['["red"]', "red"],
  ["[0, 1]", "[0, 1]"],
  ['{"answer":[1,2]}', "1, 2"],
  ['{"answer":{"value":42,"unit":"m"}}', "42"],
  ['{"response":{"final_answer":"red"}}', "red"],
  ['{"finalAnswer":"red"}', "red"],
  ['{"capital":"Paris"}', "Paris"],
  ['[{"answer":"a"},{"answer":"b"}]', "b"],
  ['{"reasoning":"so the answer is 5"}', "5"],
  ['{"answer":"The final answer is 42."}', "42"],
])("a JSON reply of any shape: %j is %j", (text, expected) => {
  expect(answer(text)).toBe(expected);
});

test.each([
  ['{"reasoning":"two\nlines","answer":"7"}', "7"],
  ["{'answer': '7',}", "7"],
  ["{answer: 7}", "7"],
  ['{"reasoning": "it is \\(x\\)", "answer": "\\sqrt{2}"}', "\\sqrt{2}"],
  ['{"answer": "\\frac{1}{2}"}', "\\frac{1}{2}"],
  ['{"answer": "3\\times 4"}', "3\\times 4"],
  ['{"reasoning": "he said "no" to it", "answer": "7"}', "7"],
  ['{"answer": "answer": "2.00"}', "2.00"],
  ['First {"answer": "1"} then\n```json\n{"answer": "2"}\n```', "2"],
  ['```json\n{"reasoning": "r", "answer": "9"', "9"],
  ['{"reasoning": "___", "answer": "___"}\nFilled in:\n{"reasoning": "r", "answer": "42"}', "42"],
])("broken or buried JSON: %j is %j", (text, expected) => {
  expect(answer(text)).toBe(expected);
});

describe("code in a reply is not its answer", () => {
  const examples = [
    '```ts\nopen({ option: "value" });\n```',
    '```json\n{ "option": "value" }\n```',
    "`{ result: 'value' }`",
    '{ "answer": "value" }',
    '```js\nreturn { db: { decision: "value" } };\n```',
  ];

  it.each(examples)("%j before a line that is labelled", (code) => {
    const reply = `The store is configured like this:\n\n${code}\n\nThat is enough for us.\n\nAnswer: Stay\nConfidence: 0.8`;
    expect(readReply(reply)).toMatchObject({ answer: "Stay", confidence: 0.8 });
  });

  it.each(examples.filter((code) => !code.includes("answer")))(
    "%j in the middle of prose",
    (code) => {
      const before =
        "We looked at both stores for a week, and measured reads and writes under our own load.";
      const after =
        "Nothing in these figures is worth a migration that takes two months. The answer is: stay.";
      expect(readReply(`${before}\n\n${code}\n\n${after}`).answer).toBe("stay");
    },
  );

  it.each([
    ['I worked it out.\n\n```json\n{"solution": "42"}\n```', "42"],
    [
      '{"result": "42"}\n\nI multiplied six by seven, and checked the product by adding seven six times over.',
      "42",
    ],
    [
      'Here: {"choice": "B", "confidence": 0.9}. I left out C since its premise is false, and D since it contradicts A.',
      "B",
    ],
  ])("an object that is the reply still counts: %j", (reply, expected) => {
    expect(readReply(reply).answer).toBe(expected);
  });
});

test("a reply cut off inside its JSON reasoning has no answer", () => {
  expect(answer('{"reasoning": "We have 12 boxes, and 7 more, so 12 +')).toBeNull();
});

test.each([
  ["Answer: 42", "42"],
  ["**Final answer:** Paris", "Paris"],
  ["**Answer**: Paris", "Paris"],
  ["## Final Answer\n\n42", "42"],
  ["Answer:\n42\n", "42"],
  ["Final answer = 7", "7"],
  ["1. Answer: B\n2. Confidence: high", "B"],
  ["Answer: 42 (confidence: 0.8)", "42"],
  ["Answer: \\[\n x = 2 \n\\]", "x = 2"],
  ["答案：北京", "北京"],
  ["Answer: 1\nOn second thoughts.\nAnswer: 2", "2"],
  ["Answer: 1\nWait, the final answer is 2.", "2"],
])("labelled lines: %j is %j", (text, expected) => {
  expect(answer(text)).toBe(expected);
});

test.each([
  ["so $x = \\boxed{\\frac{1}{2}}$.", "\\frac{1}{2}"],
  ["\\boxed{\\text{(C)}}", "\\text{(C)}"],
  ["The roots are $\\boxed{1}$ and $\\boxed{2}$.", "1, 2"],
  ["9 * 2 = 18\n#### 18", "18"],
  ["#### Step one\nred", "#### Step one\nred"],
  ["<answer>red</answer>", "red"],
  ["Therefore, the value is 26.", "26"],
  ["We add them.\n\nSo the value of $3\\ast10$ is 26.", "26"],
  ["They all arrive at the correct answer of 64.", "64"],
  ["They got the incorrect answer of 3. The answer is 4.", "4"],
  ["My previous answer is correct.", "My previous answer is correct."],
  ["The product of 3 and 4 is 12, so that is our answer.", "12"],
])("marks in prose: %j is %j", (text, expected) => {
  expect(answer(text)).toBe(expected);
});

test("thinking is not where the answer is", () => {
  expect(readReply("<think>maybe the answer is 5</think>6")).toMatchObject({
    answer: "6",
    reasoning: "maybe the answer is 5",
  });
  expect(answer("maybe 5</think>\nAnswer: 6")).toBe("6");
  expect(answer("<think>the answer is 5, no, wait")).toBeNull();
  expect(answer('<think>{"answer": 1}</think>{"answer": 2}')).toBe("2");
});

test("all parts of a labelled reply", () => {
  const reply =
    "Reasoning: they said X\nand Y\nAnswer: B\nConfidence: 80%\nReason for change: peer 2 shows X\nChanged: yes";
  expect(readReply(reply)).toEqual({
    answer: "B",
    reasoning: "they said X\nand Y",
    confidence: 0.8,
    justification: "peer 2 shows X",
    claimedChange: true,
  });
});

test("all parts of a JSON reply (golden: a changed mind is measured)", () => {
  const reply =
    '{"reasoning":"because","answer":"blue","confidence":0.7,"justification":"B shows X","changed":false}';
  expect(readReply(reply)).toEqual({
    answer: "blue",
    verbatim: "blue",
    reasoning: "because",
    confidence: 0.7,
    justification: "B shows X",
    claimedChange: false,
  });
});

test("confidence beside an unlabelled answer is not part of it", () => {
  expect(readReply("Paris\nConfidence: 90%")).toMatchObject({ answer: "Paris", confidence: 0.9 });
  expect(readReply("Confidence: high\n\nParis")).toMatchObject({
    answer: "Paris",
    confidence: 0.85,
  });
  expect(readReply("Paris (confidence: 0.9)")).toMatchObject({ answer: "Paris", confidence: 0.9 });
  expect(readReply("Answer: Paris, confidence 90%")).toMatchObject({
    answer: "Paris",
    confidence: 0.9,
  });
  expect(answer("Investors lost confidence in the bank")).toBe(
    "Investors lost confidence in the bank",
  );
});

test("a field for the answer is read whole where it only speaks of answers", () => {
  const words = "The short answer is no. The long one takes a book, and many answers are wrong.";
  expect(answer(JSON.stringify({ answer: words }))).toBe(words);
});

test("depth is no way to break the reader", () => {
  const nested = (open: string, close: string): string =>
    open.repeat(20_000) + "1" + close.repeat(20_000);
  for (const text of [
    nested("[", "]"),
    nested('{"answer":', "}"),
    nested('{"answer":[', "]}"),
    nested("{", "}"),
    nested("\\boxed{", "}"),
    `Answer:\n${"json\n".repeat(40_000)}`,
  ]) {
    expect(() => readReply(text)).not.toThrow();
    expect(() => readReply(`so: ${text}`)).not.toThrow();
    expect(() => readReply(JSON.stringify({ answer: text }))).not.toThrow();
  }
});

test("long prose without a mark comes to its conclusion", () => {
  const filler = "There is much to be said on either side of this question. ".repeat(8);
  expect(answer(`${filler}In conclusion, the clause is enforceable.`)).toBe(
    "the clause is enforceable",
  );
  expect(answer(filler)).toBe(filler.trim());
});
