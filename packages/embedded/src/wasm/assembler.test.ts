import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signed, unsigned } from "./assembler.ts";
import { kernelModule } from "./wasm-kernel.ts";

/** Both encodings put seven bits in a byte, lowest first. */
const joined = (bytes: readonly number[]): number =>
  bytes.reduceRight((value, byte) => value * 128 + (byte & 0x7f), 0);

describe("LEB128", () => {
  it("writes the examples of the specification", () => {
    expect(unsigned(624_485)).toEqual([0xe5, 0x8e, 0x26]);
    expect(signed(-123_456)).toEqual([0xc0, 0xbb, 0x78]);
    expect(signed(64)).toEqual([0xc0, 0x00]);
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(fc.nat(), (value) => {
        expect(joined(unsigned(value))).toBe(value);
        expect(joined(signed(value))).toBe(value);
      }),
    );
  });
});

describe("kernelModule", () => {
  it("is a small module", () => {
    const bytes = kernelModule([]);
    expect([...bytes.subarray(0, 8)]).toEqual([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    expect(bytes.length).toBeLessThan(6000);
  });
});
