import { expect, test } from "vitest";
import { textReader } from "./text.ts";

test("what is identical or typed is settled, everything else is open", () => {
  const reader = textReader("Which city?");
  expect(reader.compareByRules?.("Paris", "paris.")).toBe("same");
  expect(reader.compareByRules?.("5 km", "6 km")).toBe("different");
  expect(reader.compareByRules?.("Paris", "Lyon")).toBe("open");
  expect(reader.same("Paris", "Lyon")).toBe(false);
  expect(reader.same("The capital, Paris", "Paris")).toBe(false);
});

test("an open pair is the same only if a similarity was asked for", () => {
  const [queue, cache] = ["use a queue and workers", "use a cache and workers"];
  expect(textReader("").same(queue, cache)).toBe(false);
  expect(textReader("", 0.4).same(queue, cache)).toBe(true);
  expect(textReader("", 0.85).same(queue, cache)).toBe(false);
  expect(textReader("", 0.4).compareByRules?.(queue, cache)).toBe("open");
});

const sentence = (word: string): string =>
  `After long and careful thought about all sides of the matter, the clause ${word} in the whole state`;

test.each([
  ["yes", "no"],
  ["The clause has 42 lines", "The clause has 43 lines"],
  [sentence("is enforceable"), sentence("is not enforceable")],
  [sentence("is enforceable"), sentence("isn't enforceable")],
  [sentence("is valid"), sentence("is never valid")],
  ["-5 degrees", "5 degrees"],
  ["2023-05-01", "2023-01-05"],
  ["2 apples and 3 pears", "3 apples and 2 pears"],
])("figures and negations count for any similarity: %j and %j", (a, b) => {
  for (const similarity of [0.85, 0.4, 0.1]) {
    expect(textReader("", similarity).same(a, b)).toBe(false);
    expect(textReader("", similarity).same(b, a)).toBe(false);
  }
});

test("equal keys mean the same answer", () => {
  const reader = textReader("");
  expect(reader.key?.("Paris.")).toBe(reader.key?.(" paris"));
  expect(reader.key?.("+")).not.toBe(reader.key?.("-"));
});

test("a reply without a marked answer stands whole", () => {
  const whole = { answer: "One.\nTwo.", from: "whole", reasoning: "", confidence: null } as const;
  expect(textReader("").read(whole, "")?.value).toBe("One.\nTwo.");
});
