import { expect, test } from "vitest";
import { clipped, oneLine, visible, visibleJson } from "../visible.ts";
import {
  answerWords,
  attemptsWords,
  duration,
  methodWords,
  money,
  percent,
  statusWords,
  stopWords,
} from "./phrases.ts";

test("unknown money is never zero, and small money never vanishes", () => {
  expect(money(null)).toBe("unknown");
  expect(money(0)).toBe("$0");
  expect(money(0.0042)).toBe("$0.0042");
  expect(money(0.5)).toBe("$0.50");
  expect(money(12.345)).toBe("$12.35");
  expect(money(1e-9)).toBe("<$0.000001");
});

test("only the whole is 100%", () => {
  expect(percent(1)).toBe("100%");
  expect(percent(0.999)).toBe("99%");
  expect(percent(2 / 3)).toBe("67%");
});

test("times are told in the unit that fits", () => {
  expect([duration(12), duration(1234), duration(75_000)]).toEqual([
    "12 ms",
    "1.2 s",
    "1 min 15 s",
  ]);
});

test("answers of any type have words", () => {
  expect([answerWords("a"), answerWords(3), answerWords({ a: 1 }), answerWords(null)]).toEqual([
    "a",
    "3",
    '{"a":1}',
    "",
  ]);
});

test("known reasons and methods have phrases, and a caller's own words are shown as they are", () => {
  expect([stopWords("panel_failed"), stopWords("constructor"), stopWords("my\u001b word")]).toEqual(
    [
      "too few debaters replied in the last round, so it doesn't count",
      "constructor",
      "my\\x1b word",
    ],
  );
  expect([methodWords("vetoed"), methodWords("toString")]).toEqual([
    "nothing: the checker refuted every answer",
    "toString",
  ]);
});

test("a reply that was not read says why, if that is known", () => {
  expect(statusWords({ status: "unread" })).toBe("could not be read, doesn't vote");
  expect(statusWords({ status: "unread", error: "filtered\n\u001b" })).toBe(
    "could not be read, doesn't vote: filtered \\x1b",
  );
  expect(statusWords({ status: "failed", error: "down" })).toBe("failed");
});

test("attempts are told where asking again doesn't explain them", () => {
  const words = [{}, { attempts: 2 }, { attempts: 2, clarified: true as const }];
  expect([...words, { attempts: 3, clarified: true as const }].map(attemptsWords)).toEqual([
    "",
    "2 attempts",
    "",
    "3 attempts",
  ]);
});

test("what a terminal would obey is shown instead", () => {
  expect(visible("a\u001b[31mb\u0007\u009bc\u202ed\r\ne\tf")).toBe(
    "a\\x1b[31mb\\x07\\x9bc\\u202ed\ne\tf",
  );
  expect(oneLine(" a\n\n b\u001b ")).toBe("a b\\x1b");
  expect(visible("👩‍👩‍👧 नमस्ते")).toBe("👩‍👩‍👧 नमस्ते");
  expect(visible("a\u200e\u200fb")).toBe("a\\u200e\\u200fb");
  expect(visible("\ud800")).toBe("\ufffd");
});

test("clipping counts characters, not code units", () => {
  expect(clipped("🦊🦊🦊", 3)).toBe("🦊🦊🦊");
  expect(clipped("🦊🦊🦊🦊", 3)).toBe("🦊🦊…");
});

test("printed JSON holds escapes only", () => {
  const text = visibleJson({ a: "\u009b\u202e\u001b" });
  expect(text).toBe('{"a":"\\u009b\\u202e\\u001b"}');
  expect(JSON.parse(text)).toEqual({ a: "\u009b\u202e\u001b" });
});
