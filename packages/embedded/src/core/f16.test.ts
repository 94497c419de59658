import { describe, expect, it } from "vitest";
import { halfToNumber, halvesToFloats } from "./safetensors.ts";

describe("halfToNumber", () => {
  it.each([
    [0x0000, 0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
  ])("reads %i as %d", (bits, value) => {
    expect(halfToNumber(bits)).toBe(value);
  });

  it("keeps order and sign for every finite half", () => {
    const all = Array.from({ length: 0x7c00 }, (_, bits) => bits);
    expect(all.every((bits) => bits === 0 || halfToNumber(bits) > halfToNumber(bits - 1))).toBe(
      true,
    );
    expect(all.every((bits) => halfToNumber(bits | 0x8000) === -halfToNumber(bits))).toBe(true);
  });
});

describe("halvesToFloats", () => {
  it("reads little-endian halves from anywhere in a buffer", () => {
    const bytes = new Uint8Array([9, 0x00, 0x3c, 0x00, 0xc0]).subarray(1);
    expect([...halvesToFloats(bytes)]).toEqual([1, -2]);
  });
});
