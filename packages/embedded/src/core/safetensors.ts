export interface Tensor {
  shape: readonly number[];
  data: Float32Array;
}

export interface Safetensors {
  metadata: Record<string, string>;
  tensor(name: string, ...shape: number[]): Tensor;
}

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Reads a safetensors file: a length, a JSON header, then the numbers. Only half floats are read,
 * and each tensor is converted when it is requested. Throws an error that names the damaged part.
 */
export function readSafetensors(file: ArrayBuffer): Safetensors {
  if (file.byteLength < 8) throw new Error("weights: the file is empty or cut off");
  const headerLength = Number(new DataView(file).getBigUint64(0, true));
  const start = 8 + headerLength;
  if (start > file.byteLength) throw new Error("weights: the file is cut off in its header");
  const header = JSON.parse(
    new TextDecoder().decode(new Uint8Array(file, 8, headerLength)),
  ) as Record<string, Entry>;
  return {
    metadata: (header["__metadata__"] ?? {}) as unknown as Record<string, string>,
    tensor(name, ...shape) {
      const entry = header[name];
      if (entry === undefined) throw new Error(`weights: there is no tensor "${name}"`);
      if (entry.dtype !== "F16" || entry.shape.join() !== shape.join()) {
        throw new Error(
          `weights: "${name}" should be F16 [${shape.join()}], is ${entry.dtype} [${entry.shape.join()}]`,
        );
      }
      const [from, to] = entry.data_offsets;
      if (start + to > file.byteLength)
        throw new Error(`weights: the file is cut off in "${name}"`);
      return { shape, data: halvesToFloats(new Uint8Array(file, start + from, to - from)) };
    },
  };
}

/** Value of the last fraction bit, by sign and exponent. Precomputed, because a power per weight is slow. */
const UNITS = Float64Array.from({ length: 64 }, (_, signed) => {
  const exponent = signed & 0x1f;
  const unit = 2 ** (Math.max(exponent, 1) - 25);
  return signed > 31 ? -unit : unit;
});

/** Converts the 16 bits of an IEEE half float. Node 22 has no Float16Array. */
export function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const unit = UNITS[bits >> 10] ?? NaN;
  if (exponent === 0) return fraction * unit;
  if (exponent === 31) return fraction === 0 ? Math.sign(unit) * Infinity : NaN;
  return (fraction + 1024) * unit;
}

/** Converts little-endian half floats to single floats. */
export function halvesToFloats(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.byteLength >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < floats.length; index++) {
    floats[index] = halfToNumber(view.getUint16(index * 2, true));
  }
  return floats;
}
