import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { readConfidence } from "./remarks.ts";

test.each([
  [0.9, 0.9],
  [1, 1],
  [95, 0.95],
  ["0.9", 0.9],
  [".9", 0.9],
  ["90%", 0.9],
  ["90", 0.9],
  ["1%", 0.01],
  ["80 percent", 0.8],
  ["~80%", 0.8],
  ["8/10", 0.8],
  ["85/100", 0.85],
  ["85 out of 100", 0.85],
  ["**0.8**", 0.8],
  ["0.8 (fairly sure)", 0.8],
])("%j is %s", (said, share) => {
  expect(readConfidence(said)).toBe(share);
});

test.each([
  "high",
  "0.8-0.9",
  "80 to 90%",
  "4/5",
  "1 in 5",
  "0,8",
  "-0.5",
  "1.5",
  "5",
  "120",
  "",
  null,
  true,
  -1,
  1.5,
  5,
  101,
  Number.NaN,
])("%j says no probability for certain", (said) => {
  expect(readConfidence(said)).toBeNull();
});

test.each([
  "42\nConfidence: 0.8",
  "42\n\n**Confidence: 8/10**",
  "42\nConfidence (0-1): 0.8",
  "42 (Confidence: 0.8)",
  "Confidence: 80%\nAnswer: 42",
  "Answer: 42 | Confidence: 80%",
  "Why.\n```\nAnswer: 42\nConfidence: 0.8\n```",
])("it stands on a line of its own or behind the answer: %j", (reply) => {
  expect(readReply(reply)).toMatchObject({ answer: "42", confidence: 0.8 });
});

test.each([
  "Answer: 42\n> Confidence: 0.8",
  "Answer: 42\n\n```yaml\nconfidence: 0.8\n```",
  "Answer: 42\n\nMy confidence in them was 0.8.",
])("it is not read from quotations, code or prose: %j", (reply) => {
  expect(readReply(reply).confidence).toBeNull();
});
