import { describe, expect, it } from "vitest";
import { readSafetensors } from "./safetensors.ts";

function fileOf(header: object, data: readonly number[]): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  file.set(data, 8 + text.length);
  return file.buffer;
}

const header = {
  __metadata__: { settings: "{}" },
  a: { dtype: "F16", shape: [2], data_offsets: [0, 4] },
  b: { dtype: "F16", shape: [1, 2], data_offsets: [4, 8] },
};
const file = fileOf(header, [0, 0x3c, 0, 0xc0, 0, 0x40, 0, 0x44]);

describe("readSafetensors", () => {
  it("reads tensors by name", () => {
    const { metadata, tensor } = readSafetensors(file);
    expect(metadata).toEqual({ settings: "{}" });
    expect([...tensor("a", 2).data]).toEqual([1, -2]);
    expect([...tensor("b", 1, 2).data]).toEqual([2, 4]);
  });

  it("says what is missing or of another shape", () => {
    const { tensor } = readSafetensors(file);
    expect(() => tensor("c", 2)).toThrow('there is no tensor "c"');
    expect(() => tensor("a", 3)).toThrow('"a" should be F16 [3], is F16 [2]');
  });

  it("says where a file is cut off", () => {
    expect(() => readSafetensors(new ArrayBuffer(4))).toThrow("empty or cut off");
    expect(() => readSafetensors(file.slice(0, 20))).toThrow("cut off in its header");
    expect(() => readSafetensors(file.slice(0, -1)).tensor("b", 1, 2)).toThrow('cut off in "b"');
  });
});
