import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256InScript } from "./sha256.ts";

it("fingerprints are the same with and without Node's own hash", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    // Half of a pair of code units.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(fc.property(texts, (text) => sha256InScript(text) === hash("sha256", text, "hex")));
  for (let length = 0; length < 200; length += 1) {
    const text = "a".repeat(length);
    expect(sha256InScript(text)).toBe(hash("sha256", text, "hex"));
  }
});
