import type { Kernel, Operations, Step } from "../core/kernel.ts";
import { assemble, define, type FunctionSource } from "./assembler.ts";
import { attendSource, weighSource } from "./attend.ts";
import { chooseSource } from "./choose.ts";
import { add, call, get, integer, multiply } from "./instructions.ts";
import { multiplySource } from "./multiply.ts";
import { addToSource, gateSource, normaliseSource } from "./rows.ts";

/** The parts of the WebAssembly API that are used: neither Node's nor TypeScript's types have it. */
interface WebAssemblyApi {
  validate(bytes: BufferSource): boolean;
  Module: new (bytes: BufferSource) => object;
  Memory: new (options: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { exports: unknown };
}
type BufferSource = Uint8Array<ArrayBuffer>;

const PAGE_BYTES = 65_536;

/** Factor of each parameter: the kernel counts floats, and the module counts bytes. */
const UNITS: Record<keyof Operations, readonly number[]> = {
  multiply: [4, 4, 4, 1, 1, 4, 1, 4, 4],
  normalise: [4, 4, 4, 1, 1],
  attend: [4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1],
  gate: [4, 1, 4, 1],
  addTo: [4, 4, 1, 1],
  choose: [4, 1, 4, 1, 1],
};

/** Combines the steps into one function: calling each from JavaScript would take a tenth of the time. */
const passSource = (steps: readonly Step[]): FunctionSource =>
  define("pass", { position: "i32", tokens: "i32" }, {}, (passArguments) =>
    steps.map(([name, ...parameters]) => {
      const numbers = parameters.map((each, index) => {
        const unit = UNITS[name][index] ?? 1;
        if (typeof each === "number") return integer(each * unit);
        if (typeof each === "string") return get(passArguments[each]);
        const { first, stride } = each;
        return add(
          integer((first - stride) * unit),
          multiply(get(passArguments.tokens), integer(stride * unit)),
        );
      });
      return call(name, ...numbers);
    }),
  );

/** Assembles the module, a few thousand bytes, in about a millisecond. */
export const kernelModule = (pass: readonly Step[]): Uint8Array<ArrayBuffer> =>
  assemble([
    multiplySource,
    normaliseSource,
    weighSource,
    attendSource,
    gateSource,
    addToSource,
    chooseSource,
    passSource(pass),
  ]);

/** The SIMD kernel, or `null` where WebAssembly or its vector instructions are missing or forbidden. */
export function wasmKernel(floats: number, pass: readonly Step[]): Kernel | null {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  if (api === undefined) return null;
  try {
    const bytes = kernelModule(pass);
    if (!api.validate(bytes)) return null;
    const memory = new api.Memory({ initial: Math.ceil((floats * 4) / PAGE_BYTES) });
    const instance = new api.Instance(new api.Module(bytes), { env: { memory } });
    const run = instance.exports as Operations & Pick<Kernel, "pass">;
    return {
      ...inFloats(run),
      kind: "wasm",
      memory: new Float32Array(memory.buffer, 0, floats),
      pass: run.pass,
      // Called for every token; the general form below would take a microsecond.
      choose: (logits, count, scratch, temperature, share) =>
        run.choose(logits * 4, count, scratch * 4, temperature, share),
    };
  } catch {
    // A page's security policy may forbid compiling; the plain kernel gives the same numbers.
    return null;
  }
}

function inFloats(run: Operations): Operations {
  const scaled = Object.entries(UNITS).map(([name, units]) => {
    const operation = run[name as keyof Operations] as (...numbers: number[]) => number;
    return [
      name,
      (...numbers: number[]) => operation(...numbers.map((each, i) => each * (units[i] ?? 1))),
    ];
  });
  return Object.fromEntries(scaled);
}
