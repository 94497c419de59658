import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { choiceReader } from "./choice.ts";
import { listedOptions } from "./listed-options.ts";

const question = "What is the capital of France?\n(A) London\n(B) Paris\n(C) Rome";

const chosen = (text: string, options?: readonly string[], asked = ""): string | null =>
  choiceReader(options, asked).read(readReply(text), text)?.value ?? null;

test.each([
  "B",
  "b",
  "(B)",
  "B. Paris",
  "B) Paris",
  "Option B",
  "**B**",
  "Paris",
  "\\boxed{B}",
  "\\boxed{\\text{B}}",
  "the answer is (B) Paris.",
  "The answer is B, not A.",
  "The correct option is B because A is wrong",
  "Between A and B, I choose option B",
  "London is tempting. The capital is Paris.",
  "It is not London but Paris",
  '{"answer":"B) Paris"}',
])("options listed in the question: %j is B", (text) => {
  expect(chosen(text, undefined, question)).toBe("B");
});

test.each(["A man walks", "London or Paris", "Neither", "It is not London", ""])(
  "%j settles on none",
  (text) => {
    expect(chosen(text, undefined, question)).toBeNull();
  },
);

test("given options keep their spelling, the longest name first", () => {
  const options = ["Red", "light red", "blue"];
  expect(chosen("RED", options)).toBe("Red");
  expect(chosen("I'd go with light red.", options)).toBe("light red");
  expect(chosen("Red, because blue is cold", options)).toBe("Red");
  expect(chosen("not red but blue", options)).toBe("blue");
});

test("a letter means the option it stands before in the question, else the one at its place", () => {
  expect(chosen("B", ["Paris", "London"], "(A) London (B) Paris")).toBe("Paris");
  expect(chosen("B", ["Paris", "London"])).toBe("London");
  expect(chosen("B", ["A", "B"])).toBe("B");
});

test("yes and no at the head of a sentence", () => {
  expect(chosen("Yes, because no one objects", ["yes", "no"])).toBe("yes");
});

test("options are listed from A on, without a gap", () => {
  expect(listedOptions(question).map(({ label, text }) => `${label}=${text}`)).toEqual([
    "A=London",
    "B=Paris",
    "C=Rome",
  ]);
  expect(listedOptions("Which? A) x B) y")).toHaveLength(2);
  expect(listedOptions("Plan B. is better than the one of J. Smith")).toEqual([]);
});
