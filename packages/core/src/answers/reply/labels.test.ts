import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { readLabels } from "./labels.ts";
import { readLines } from "./lines.ts";

const read = (reply: string): string[] => readLabels(readLines(reply)).map(({ answer }) => answer);

test.each([
  "Answer: X",
  "**Answer:** X",
  "**Answer**: X",
  "**Answer: X**",
  "*Answer:* X",
  "_Answer:_ X",
  "`Answer: X`",
  "- Answer: X",
  "1. Answer: X",
  "### Answer\n\nX",
  "✅ **Answer:** X",
  "Answer — X",
  "Answer → X",
  "Answer = X",
  "Answer：X",
  "Answer:\n\nX",
  "Answer:\n- X",
  "Answer:\n```\nX\n```",
  "```\nAnswer: X\n```",
  "The answer is:\n\nX",
  "The answer is\nX",
  "My answer: X",
  "So the final answer is: X",
  "Therefore, the correct answer is X",
  "Final Answer: The answer is X",
  "It follows. The answer is X",
  "<answer>X</answer>",
  "We get $\\boxed{X}$ here.",
  "Verdict: X",
  "Bottom line: X",
  "TL;DR: X",
  "Recommendation: X",
  "Conclusion: X",
])("is a label: %j", (reply) => {
  expect(read(reply)).toEqual(["X"]);
});

test.each([
  "> Answer: X",
  "> <answer>X</answer>",
  "> $\\boxed{X}$",
  "Answers: X",
  "Answer key: X",
  "Question and answer: X",
  "The answer isn't X",
  "Debater A says the answer is X",
  "An answered question: X",
  "\\boxed 5 {X}",
  "A verdict: X",
])("is not a label: %j", (reply) => {
  expect(read(reply)).toEqual([]);
});

test("a label of the second class counts only where none of the first stands", () => {
  expect(read("Verdict: A\n\nAnswer: B")).toEqual(["B"]);
  expect(read("Verdict: A\n\nConclusion: B")).toEqual(["A", "B"]);
});

test.each([
  "Answer: 1\n\nAnswer: 2",
  "Answer: 1\n\nWait, the answer is 2.",
  "My answer: 84. But their answer: 94",
  "Debater B's answer: 94\nAnswer: 84",
  "<answer>1</answer>\nAnswer: 2",
  "\\boxed{1} and \\boxed{2}",
  "Verdict: 1\nConclusion: 2",
])("labels with different answers leave open which is meant: %j", (reply) => {
  const { answer, from } = readReply(reply);
  expect([null, reply, "84. But their answer: 94"]).toContain(answer);
  if (answer === reply) expect(from).toBe("whole");
});

test.each([
  ["Answer: one\ntwo\n\nthree", "one\ntwo"],
  ["Answer: one\nReason: two", "one"],
  ["Answer: one\nConfidence: 0.9", "one"],
  ["Answer: one\n> two", "one"],
  ["Answer:\n1. a\n2. b\n\nDone.", "1. a\n2. b"],
  ["Answer:\n- a\n\n- b\n\nDone.", "- a\n\n- b"],
  ["Answer:\n```sql\nSELECT 1\n\nFROM t\n```\nDone.", "SELECT 1\n\nFROM t"],
  ["Answer:\n| a |\n|---|\n| 1 |\n\nDone.", "| a |\n|---|\n| 1 |"],
  ["Answer: 42, Confidence: 0.9", "42"],
  ["Answer: 42 (Confidence: 0.9)", "42"],
  ["Answer: **42** — Confidence: 90%", "42"],
])("the answer ends where its block does: %j", (reply, answer) => {
  expect(readReply(reply).answer).toBe(answer);
});

test.each([
  ["**Answer:** 2**10", "2**10"],
  ["**Answer**: 2**10", "2**10"],
  ["**Answer: 2**10**", "2**10"],
  ["_Answer:_ user_id", "user_id"],
  ["*Answer:* a * b * c", "a * b * c"],
  ["Answer: *", "*"],
  ["**The answer is 5.**", "5"],
])("emphasis of the label is no part of the answer, other signs are: %j", (reply, answer) => {
  expect(readReply(reply).answer).toBe(answer);
});

test("a label in front of a quotation, or of nothing, says nothing", () => {
  expect(read("Answer:\n> 42\n\nBecause.")).toEqual([]);
  expect(readReply("Answer:").answer).toBeNull();
});
