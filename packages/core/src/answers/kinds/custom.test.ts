import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { customReader } from "./custom.ts";

test("the caller's functions, kept from throwing", () => {
  const reader = customReader<number>({
    read: (text) => {
      if (text === "boom") throw new Error("boom");
      return text === "none" ? null : text.length;
    },
    same: (a, b) => {
      if (a === 13 || b === 13) throw new Error("unlucky");
      return a <= b;
    },
  });
  expect(reader.basis).toBe("custom");
  expect(reader.read(readReply("abc"), "abc")).toEqual({ value: 3, wording: "3" });
  expect(reader.read(readReply("none"), "none")).toBeNull();
  expect(reader.read(readReply("boom"), "boom")).toBeNull();
  // `same` is made symmetric and reflexive.
  expect(reader.same(1, 2)).toBe(reader.same(2, 1));
  expect(reader.same(13, 13)).toBe(true);
  expect(reader.same(13, 1)).toBe(false);
});
