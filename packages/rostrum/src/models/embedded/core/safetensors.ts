import { halvesToFloats } from "./f16.ts";

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
 * and each tensor is converted when it is asked for. Anything damaged is an error that says where.
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
