import { LANES } from "../core/kernel.ts";
import { define, type Code, type FunctionSource } from "./assembler.ts";
import {
  add,
  addFloats,
  advance,
  below,
  get,
  integer,
  load,
  loadSplat,
  multiplyFloats,
  repeatWhile,
  set,
  shiftLeft,
  shiftRight,
  store,
  subtract,
  runIf,
  zeros,
} from "./instructions.ts";

const FLOAT = 4;
const VECTOR = 16;
const COLUMN = LANES * FLOAT;
const VECTORS = COLUMN / VECTOR;
/** Columns per turn of the inner loop. */
const UNROLLED = 4;

/** `Kernel.multiply`, with addresses and strides in bytes. */
export const multiplySource: FunctionSource = define(
  "multiply",
  {
    y: "i32",
    w: "i32",
    x: "i32",
    blocks: "i32",
    columns: "i32",
    wStride: "i32",
    tokens: "i32",
    xStride: "i32",
    yStride: "i32",
  },
  {
    ...{ left: "i32", xt: "i32", yt: "i32", wc: "i32", xc: "i32", xd: "i32", end: "i32" },
    ...{ one: "v128", other: "v128", weights: "v128" },
    ...{ s0: "v128", s1: "v128", s2: "v128", s3: "v128" },
    ...{ s4: "v128", s5: "v128", s6: "v128", s7: "v128" },
  },
  (v) => {
    const { left, xt, yt, wc, xc, xd, end, one, other, weights } = v;
    const sums = [v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6, v.s7];
    const half = VECTORS / 2;
    const times = (count: number, createCode: (index: number) => Code): Code =>
      Array.from({ length: count }, (_, index) => createCode(index));
    const addTo = (sum: number, product: Code): Code => set(sum, addFloats(get(sum), product));

    /** Σ over the columns, starting `from` bytes into each. */
    const overColumns = (from: number, column: (index: number) => Code): Code => [
      sums.map((sum) => set(sum, zeros())),
      set(wc, from === 0 ? get(v.w) : add(get(v.w), integer(from))),
      set(xc, get(xt)),
      set(end, add(get(xt), shiftLeft(get(v.columns), 2))),
      repeatWhile(below(get(xc), get(end)), [
        times(UNROLLED, column),
        advance(wc, integer(UNROLLED * COLUMN)),
        advance(xc, integer(UNROLLED * FLOAT)),
        advance(xd, integer(UNROLLED * FLOAT)),
      ]),
    ];

    /** One token: one value of x is spread out and meets eight vectors of w. */
    const single: Code = [
      overColumns(0, (column) => [
        set(one, loadSplat(get(xc), column * FLOAT)),
        sums.map((sum, index) =>
          addTo(sum, multiplyFloats(load(get(wc), column * COLUMN + index * VECTOR), get(one))),
        ),
      ]),
      sums.map((sum, index) => store(get(yt), index * VECTOR, get(sum))),
    ];

    /** Two tokens, half of the rows: each vector of w is loaded once for both. */
    const pair = (from: number): Code => [
      set(xd, add(get(xt), get(v.xStride))),
      overColumns(from, (column) => [
        set(one, loadSplat(get(xc), column * FLOAT)),
        set(other, loadSplat(get(xd), column * FLOAT)),
        times(half, (index) => [
          set(weights, load(get(wc), column * COLUMN + index * VECTOR)),
          addTo(sums[index] as number, multiplyFloats(get(weights), get(one))),
          addTo(sums[index + half] as number, multiplyFloats(get(weights), get(other))),
        ]),
      ]),
      set(xd, add(get(yt), get(v.yStride))),
      times(half, (index) => [
        store(get(yt), from + index * VECTOR, get(sums[index] as number)),
        store(get(xd), from + index * VECTOR, get(sums[index + half] as number)),
      ]),
    ];

    // Tokens inside, row blocks outside: a block of weights stays in the nearest cache for all tokens.
    return repeatWhile(get(v.blocks), [
      set(left, get(v.tokens)),
      set(xt, get(v.x)),
      set(yt, get(v.y)),
      runIf(
        shiftRight(get(left), 1),
        repeatWhile(shiftRight(get(left), 1), [
          pair(0),
          pair(half * VECTOR),
          advance(xt, shiftLeft(get(v.xStride), 1)),
          advance(yt, shiftLeft(get(v.yStride), 1)),
          set(left, subtract(get(left), integer(2))),
        ]),
      ),
      runIf(get(left), single),
      advance(v.w, get(v.wStride)),
      advance(v.y, integer(COLUMN)),
      set(v.blocks, subtract(get(v.blocks), integer(1))),
    ]);
  },
);
