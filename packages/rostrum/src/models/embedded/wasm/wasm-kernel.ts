import type { Kernel } from "../core/kernel.ts";
import { multiplyModule } from "./multiply.ts";

/** As much of the WebAssembly interface as is used: neither Node's nor the language's types have it. */
interface WebAssemblyApi {
  validate(bytes: BufferSource): boolean;
  Module: new (bytes: BufferSource) => object;
  Memory: new (options: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
}
type BufferSource = Uint8Array<ArrayBuffer>;

const PAGE_BYTES = 65_536;

/** The SIMD kernel, or `null` where WebAssembly or its vector instructions are missing or forbidden. */
export function wasmKernel(floats: number): Kernel | null {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  if (api === undefined) return null;
  try {
    const bytes = multiplyModule();
    if (!api.validate(bytes)) return null;
    const memory = new api.Memory({ initial: Math.ceil((floats * 4) / PAGE_BYTES) });
    const { exports } = new api.Instance(new api.Module(bytes), { env: { memory } });
    const run = exports["multiply"] as Kernel["multiply"];
    return {
      kind: "wasm",
      memory: new Float32Array(memory.buffer, 0, floats),
      multiply(y, w, x, blocks, columns, wStride, tokens, xStride, yStride) {
        run(y * 4, w * 4, x * 4, blocks, columns, wStride * 4, tokens, xStride * 4, yStride * 4);
      },
    };
  } catch {
    // A page's security policy may forbid compiling; the plain kernel gives the same numbers.
    return null;
  }
}
