import { expect, test } from "vitest";
import { exactReader } from "./exact.ts";

const { same } = exactReader();

test("case, space and the punctuation around an answer don't count", () => {
  expect(same("Paris", "Paris.")).toBe(true);
  expect(same("New  York", '"new york"')).toBe(true);
});

test("everything else does", () => {
  expect(same("Paris", "Paris, France")).toBe(false);
  expect(same("a-b", "a b")).toBe(false);
  expect(same("café", "cafe")).toBe(false);
  expect(same("!", "?")).toBe(false);
});
