import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { choiceReader, nameOptions } from "./choice.ts";

const QUESTION = "What is the capital of France?\n(A) London\n(B) Paris\n(C) Rome";

const read = (reply: string, options?: readonly string[], question = ""): string | null =>
  choiceReader(options, question).read(readReply(reply), reply)?.value ?? null;

test.each([
  "B",
  "b",
  "(B)",
  "B. Paris",
  "B) Paris",
  "B: Paris",
  "B – paris",
  "Option B",
  "**B**",
  "Paris",
  "PARIS.",
  "Paris (B)",
  "\\boxed{B}",
  "\\boxed{\\text{B}}",
  "the answer is (B) Paris.",
  "I would choose B",
  '{"answer": "B) Paris"}',
  "London is tempting.\n\nAnswer: B",
])("an option, its letter, or both: %j is B", (reply) => {
  expect(read(reply, undefined, QUESTION)).toBe("B");
});

test.each([
  "A or B",
  "A/B",
  "A, B",
  "not A",
  "B because A is wrong",
  "The answer is B, not A.",
  "B) London",
  "London or Paris",
  "It is not London but Paris",
  "Neither",
  "None of the above",
  "A man walks",
  "D",
  "B?",
  "~~A~~ B",
  "Vitamin C",
  "",
])("anything else is no option: %j", (reply) => {
  expect(read(reply, undefined, QUESTION)).toBeNull();
});

test("the value is the option as configured", () => {
  const options = ["Red", "light red", "blue"];
  expect(read("RED", options)).toBe("Red");
  expect(read("I'd go with light red.", options)).toBe("light red");
  expect(read("Red, because blue is cold", options)).toBeNull();
  expect(read("not red but blue", options)).toBeNull();
});

test("a letter counts only where the question gives it", () => {
  expect(read("B", ["Paris", "London"], "(A) London (B) Paris")).toBe("Paris");
  expect(read("B", ["Paris", "London"])).toBeNull();
  expect(read("B", ["A", "B"])).toBe("B");
});

test("an option is read as it was given, also with a lead-in of its own", () => {
  const options = ["Option A", "Option B", "use a lock"];
  for (const option of options) expect(read(option, options)).toBe(option);
  expect(read("B", options)).toBe("Option B");
});

test("a reply that means one option by its letter and one by its text is unread", () => {
  const question = "Which grade? (A) B (B) A (C) F";
  expect(["A", "b", "Option A"].map((reply) => read(reply, undefined, question))).toEqual([
    null,
    null,
    null,
  ]);
  expect(["(A)", "B) A", "C", "F"].map((reply) => read(reply, undefined, question))).toEqual([
    "A",
    "B",
    "C",
    "C",
  ]);
  expect(read("B", ["A", "B", "F"], question)).toBe("B");
  expect(read("same", undefined, "Which? (A) same (B) Same")).toBeNull();
  expect(read("B) Same", undefined, "Which? (A) same (B) Same")).toBe("B");
});

test.each([
  ["ship", "Don't ship."],
  ["ship", "We shouldn't ship this."],
  ["approve", "I can't approve."],
  ["yes", "Yes and no."],
  ["yes", "Yes, the others say, but I disagree."],
  ["no", "No doubt: yes."],
  ["safe", "It isn't really safe."],
])("%s is not what %j says", (option, reply) => {
  expect(read(reply, [option, "yes", "no", "wait"])).toBeNull();
});

test("words before or behind an option make it unread, or leave it", () => {
  const option = fc.constantFrom("ship", "wait", "cancel");
  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  fc.assert(
    fc.property(option, word, (chosen, other) => {
      const options = ["ship", "wait", "cancel"];
      expect([chosen, null]).toContain(read(`${other} ${chosen}`, options));
      expect(read(`${chosen} ${other}`, options)).toBeNull();
    }),
  );
});

test("without known options, a short answer is one, whatever its case", () => {
  const { same } = choiceReader(undefined, "Which?");
  expect(read("(b)")).toBe("B");
  expect(read("the red one")).toBe("the red one");
  expect(read("I think that the red one is best of all")).toBeNull();
  expect(same("Red", "red")).toBe(true);
});

test("options are listed from A on, without a gap", () => {
  expect(nameOptions(undefined, QUESTION).map(({ letter, text }) => `${letter}=${text}`)).toEqual([
    "A=London",
    "B=Paris",
    "C=Rome",
  ]);
  expect(nameOptions(undefined, "Which? A) x B) y")).toHaveLength(2);
  expect(nameOptions(undefined, "Plan B. is better than the one of J. Smith")).toEqual([]);
});

test("a letter inside an option starts no new list of options", () => {
  const question = "Which?\n(A) red\n(B) blue, as seen by (group A) alone\n(C) green";
  const answers = ["A", "B", "(C) green"].map((reply) => read(reply, undefined, question));
  expect(answers).toEqual(["A", "B", "C"]);
});
