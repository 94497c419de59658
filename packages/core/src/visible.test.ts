import fc from "fast-check";
import { expect, test } from "vitest";
import { clipLine, toOneLine, escapeInvisible, removeInvisible } from "./visible.ts";

test("what would be obeyed is shown, marks of direction included", () => {
  expect(escapeInvisible("a\u202eb\u200ec\u200fd\u001b[31m")).toBe(
    "a\\u202eb\\u200ec\\u200fd\\x1b[31m",
  );
  expect(toOneLine("a\r\nb\u0000")).toBe("a b\\x00");
});

test.each([
  "👨‍👩‍👧",
  "🏳️‍🌈",
  "❤️",
  "1️⃣",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "می\u200cخواهم",
  "क्\u200dष",
  "葛\u{e0100}",
  "a\tb\nc",
  "naïve e\u0301 \u00a0 漢",
])("what is seen stays: %s", (text) => {
  expect(removeInvisible(text)).toBe(text);
});

test("what nobody sees is left out, wherever it stands", () => {
  const unseen = fc.constantFrom(
    ..."\0\u0008\u001b\u007f\u0085\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u3164\ufe0f\ufeff\ufff9",
    "\u{e0041}",
    "\u{e0100}",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(unseen, fc.constantFrom(..."left.")), { maxLength: 30 }),
      (signs) => {
        const seen = signs.filter((sign) => "left.".includes(sign)).join("");
        expect(removeInvisible(signs.join(""))).toBe(seen);
      },
    ),
  );
});

test.each([
  ["\u001b[32mleft\u001b[0m", "left"],
  ["left\ud800\u001b[2J", "left\ud800"],
  ["\u001b]8;;https://example.com\u0007left\u001b]8;;\u0007", "left"],
  ["\u001b[left", "eft"],
])("a command to a terminal is left out whole: %j", (text, seen) => {
  expect(removeInvisible(text)).toBe(seen);
});

test("doing it twice changes nothing more", () => {
  const sign = fc.constantFrom(
    ..."अ漢😀\u200d\u200c\ufe0f\u3164\u200b\u{1f3f4}\u{e0067}\u{e007f}a1\u20e3",
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
      const once = removeInvisible(signs.join(""));
      expect(removeInvisible(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test("a line is clipped as if all of the text had been read, unless its beginning is all blanks", () => {
  const part = fc.constantFrom(
    "a",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\u0007",
    "🦊",
    "\ud83e",
    "\udd8a",
    "e\u0301",
  );
  const texts = fc
    .array(fc.tuple(part, fc.nat(60)))
    .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, length) => {
      const clipped = clipLine(text, length);
      const line = toOneLine(text);
      if (clipped.endsWith("…") && line !== clipped) {
        expect(line.startsWith(clipped.slice(0, -1))).toBe(true);
        expect([...clipped].length).toBeLessThanOrEqual(length);
      } else expect(clipped).toBe(line);
    }),
    { numRuns: 500 },
  );
});
