import { expect, test } from "vitest";
import { clipLine, toOneLine, escapeInvisible, stringifyVisible } from "../visible.ts";
import {
  formatAnswer,
  describeAttempts,
  formatDuration,
  describeMethod,
  formatMoney,
  formatPercent,
  describePositionStatus,
  describeStop,
} from "./phrases.ts";

test("unknown money is never zero, and small money never vanishes", () => {
  expect(formatMoney(null)).toBe("unknown");
  expect(formatMoney(0)).toBe("$0");
  expect(formatMoney(0.0042)).toBe("$0.0042");
  expect(formatMoney(0.5)).toBe("$0.50");
  expect(formatMoney(12.345)).toBe("$12.35");
  expect(formatMoney(1e-9)).toBe("<$0.000001");
});

test("only the whole is 100%", () => {
  expect(formatPercent(1)).toBe("100%");
  expect(formatPercent(0.999)).toBe("99%");
  expect(formatPercent(2 / 3)).toBe("67%");
});

test("times are told in the unit that fits", () => {
  expect([999.7, 59_949, 59_960, 60_000, 119_900].map(formatDuration)).toEqual([
    "1.0 s",
    "59.9 s",
    "1 min 0 s",
    "1 min 0 s",
    "1 min 59 s",
  ]);
  expect([formatDuration(12), formatDuration(1234), formatDuration(75_000)]).toEqual([
    "12 ms",
    "1.2 s",
    "1 min 15 s",
  ]);
});

test("answers of any type have words", () => {
  expect([formatAnswer("a"), formatAnswer(3), formatAnswer({ a: 1 }), formatAnswer(null)]).toEqual([
    "a",
    "3",
    '{"a":1}',
    "",
  ]);
});

test("known reasons and methods have phrases, and a caller's own words are shown as they are", () => {
  expect([
    describeStop("panel_failed"),
    describeStop("constructor"),
    describeStop("my\u001b word"),
  ]).toEqual([
    "too few members replied in the last round, so it doesn't count",
    "constructor",
    "my\\x1b word",
  ]);
  expect([describeMethod("vetoed"), describeMethod("toString")]).toEqual([
    "nothing: the checker refuted every answer",
    "toString",
  ]);
});

test("a reply that was not read says why, if that is known", () => {
  expect(describePositionStatus({ status: "unread" })).toBe("could not be read, doesn't vote");
  expect(describePositionStatus({ status: "unread", error: "filtered\n\u001b" })).toBe(
    "could not be read, doesn't vote: filtered \\x1b",
  );
  expect(describePositionStatus({ status: "failed", error: "down" })).toBe("failed");
});

test("attempts are told where asking again doesn't explain them", () => {
  const outcomes = [{}, { attempts: 2 }, { attempts: 2, clarified: true as const }];
  expect([...outcomes, { attempts: 3, clarified: true as const }].map(describeAttempts)).toEqual([
    "",
    "2 attempts",
    "",
    "3 attempts",
  ]);
});

test("what a terminal would obey is shown instead", () => {
  expect(escapeInvisible("a\u001b[31mb\u0007\u009bc\u202ed\r\ne\tf")).toBe(
    "a\\x1b[31mb\\x07\\x9bc\\u202ed\ne\tf",
  );
  expect(toOneLine(" a\n\n b\u001b ")).toBe("a b\\x1b");
  expect(escapeInvisible("👩‍👩‍👧 नमस्ते")).toBe("👩‍👩‍👧 नमस्ते");
  expect(escapeInvisible("a\u200e\u200fb")).toBe("a\\u200e\\u200fb");
  expect(escapeInvisible("\ud800")).toBe("\ufffd");
});

test("clipping counts code units, and cuts no character in half", () => {
  expect(clipLine("🦊🦊🦊", 6)).toBe("🦊🦊🦊");
  expect(clipLine("🦊🦊🦊🦊", 6)).toBe("🦊🦊…");
});

test("printed JSON holds escapes only", () => {
  const text = stringifyVisible({ a: "\u009b\u202e\u001b" });
  expect(text).toBe('{"a":"\\u009b\\u202e\\u001b"}');
  expect(JSON.parse(text)).toEqual({ a: "\u009b\u202e\u001b" });
});
