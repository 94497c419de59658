import { describe, expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { codeReader } from "./code.ts";

const FENCE = "```";
const read = (text: string): string | null => {
  const reader = codeReader();
  return reader.read(readReply(text, "k"), text)?.value ?? null;
};
const same = (a: string, b: string): boolean => codeReader().same(a, b);

describe("code as an answer", () => {
  test.each([
    [`${FENCE}python\ndef f(x):\n    return 1\n${FENCE}`, "def f(x):\n    return 1"],
    [`So:\n[[answer k]]\n${FENCE}\nx = 1\n${FENCE}\n[[end k]]\nConfidence: 0.8`, "x = 1"],
    ["[[answer k]]\nfor i in a:\n    print(i)\n[[end k]]", "for i in a:\n    print(i)"],
    [`Answer:\n${FENCE}js\nf()\n${FENCE}\nDone.`, "f()"],
  ])("is read whole, from its section or its fence", (reply, code) => {
    expect(read(reply)).toBe(code);
  });

  test.each([
    `Here it is:\n\n${FENCE}py\nx = 1\n${FENCE}\nThat works because it is simple.`,
    `${FENCE}py\nx = 1\n${FENCE}\n\n${FENCE}py\nx = 2\n${FENCE}`,
    "I would sort the list first.\nThen I would take its middle.",
  ])("is not looked for in prose", (reply) => {
    expect(read(reply)).toBeNull();
  });

  test("is compared line by line, never by words", () => {
    expect(same("a = 1\r\nb = 2  \n\n", "\na = 1\nb = 2")).toBe(true);
    expect(same("a = 1", "a = 2")).toBe(false);
    expect(same("if x:\n  y()", "if x:\n    y()")).toBe(false);
    expect(same("A", "a")).toBe(false);
    expect(same("x", "x.")).toBe(false);
  });
});
