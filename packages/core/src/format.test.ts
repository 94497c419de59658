import fc from "fast-check";
import { expect, test } from "vitest";
import { readText } from "./answers/machine-fields.ts";
import { formatValue } from "./options/describe.ts";
import { shortenLine } from "./debate/prompts/reply-form.ts";
import { errorText } from "./thrown.ts";
import { clipLine } from "./visible.ts";
import { formatCount, joinNames, joinWords, shorten } from "./format.ts";

test("a long text ends with an ellipsis and has at most so many characters", () => {
  expect(shorten("abcdef", 6)).toBe("abcdef");
  expect(shorten("abcdefg", 6)).toBe("abcde…");
  expect(shorten("abcd efgh", 6)).toBe("abcd…");
  expect(shorten("😀😀😀", 6)).toBe("😀😀😀");
  expect(shorten("😀😀😀😀", 6)).toBe("😀😀…");
});

const SHORTENERS: Record<string, (text: string, maxChars: number) => string> = {
  shorten,
  clipLine,
  shortenLine,
  errorText,
  readText: (text, maxChars) => readText(text, maxChars) ?? "",
  formatValue: (text) => formatValue(text),
};

test.each(Object.entries(SHORTENERS))("%s never cuts a character in half", (_name, shortenIt) => {
  const text = fc
    .array(fc.constantFrom("a", "😀", " ", "\n", "e\u0301", "漢", "👨‍👩‍👧"), { maxLength: 400 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 120 }), (long, maxChars) => {
      const short = shortenIt(long, maxChars);
      expect(short.isWellFormed()).toBe(true);
      expect(short).not.toContain("\ufffd");
      if (shortenIt !== SHORTENERS["formatValue"])
        expect(short.length).toBeLessThanOrEqual(maxChars);
    }),
  );
});

test("words are joined for a sentence", () => {
  expect(joinWords([])).toBe("");
  expect(joinWords(["ada"])).toBe("ada");
  expect(joinWords(["ada", "boole"])).toBe("ada and boole");
  expect(joinWords(["ada", "boole", "cyd"])).toBe("ada, boole and cyd");
  expect(joinWords(["low", "medium", "high"], "or")).toBe("low, medium or high");
  expect(joinNames(["a", "b", "c"])).toBe("a, b and c");
  expect(joinNames(["a", "b", "c", "d"])).toBe("a, b and 2 others");
});

test("a noun follows its count", () => {
  expect([0, 1, 2, 1200].map((count) => formatCount(count, "vote"))).toEqual([
    "0 votes",
    "1 vote",
    "2 votes",
    "1,200 votes",
  ]);
});
