import { attend } from "./attention.ts";
import { choose } from "./choose-token.ts";
import { LANES, type Kernel, type Operations, type Step } from "./kernel.ts";
import { addTo, gate, normalise } from "./rows.ts";

/** The kernel without WebAssembly: slower, same bits. `Math.fround` keeps the sums in single floats. */
export function plainKernel(floats: number, pass: readonly Step[]): Kernel {
  const memory = new Float32Array(floats);
  const multiply: Kernel["multiply"] = (
    y,
    w,
    x,
    blocks,
    columns,
    wStride,
    tokens,
    xStride,
    yStride,
  ) => {
    for (let block = 0; block < blocks; block++) {
      for (let token = 0; token < tokens; token++) {
        for (let lane = 0; lane < LANES; lane += 8) {
          multiplyEightRows(
            memory,
            y + token * yStride + block * LANES + lane,
            w + block * wStride + lane,
            x + token * xStride,
            columns,
          );
        }
      }
    }
  };
  const operations: Operations = {
    multiply,
    normalise: (...parameters) => normalise(memory, ...parameters),
    attend: (...parameters) => attend(memory, multiply, ...parameters),
    gate: (...parameters) => gate(memory, ...parameters),
    addTo: (...parameters) => addTo(memory, ...parameters),
    choose: (...parameters) => choose(memory, ...parameters),
  };
  return {
    ...operations,
    kind: "plain",
    memory,
    pass(position, tokens) {
      const passArguments = { position, tokens };
      for (const [name, ...parameters] of pass) {
        const operation: (...numbers: number[]) => unknown = operations[name];
        const numbers = parameters.map((each) => {
          if (typeof each === "number") return each;
          return typeof each === "string"
            ? passArguments[each]
            : each.first + (tokens - 1) * each.stride;
        });
        operation(...numbers);
      }
    },
  };
}

/** Uses eight local variables for the sums, which the engine keeps in registers. */
function multiplyEightRows(
  m: Float32Array,
  y: number,
  w: number,
  x: number,
  columns: number,
): void {
  const f = Math.fround;
  let s0 = f(0),
    s1 = f(0),
    s2 = f(0),
    s3 = f(0),
    s4 = f(0),
    s5 = f(0),
    s6 = f(0),
    s7 = f(0);
  for (const end = x + columns; x < end; x++, w += LANES) {
    const v = m[x] as number;
    s0 = f(s0 + f((m[w] as number) * v));
    s1 = f(s1 + f((m[w + 1] as number) * v));
    s2 = f(s2 + f((m[w + 2] as number) * v));
    s3 = f(s3 + f((m[w + 3] as number) * v));
    s4 = f(s4 + f((m[w + 4] as number) * v));
    s5 = f(s5 + f((m[w + 5] as number) * v));
    s6 = f(s6 + f((m[w + 6] as number) * v));
    s7 = f(s7 + f((m[w + 7] as number) * v));
  }
  m[y] = s0;
  m[y + 1] = s1;
  m[y + 2] = s2;
  m[y + 3] = s3;
  m[y + 4] = s4;
  m[y + 5] = s5;
  m[y + 6] = s6;
  m[y + 7] = s7;
}
