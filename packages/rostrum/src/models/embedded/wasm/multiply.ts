import { assemble, type Code } from "./assembler.ts";
import {
  add,
  addFloats,
  below,
  get,
  integer,
  load,
  loadSplat,
  multiplyFloats,
  repeatWhile,
  set,
  shiftLeft,
  store,
  subtract,
  zeros,
} from "./instructions.ts";

/** Parameters, all in bytes or counts; then locals. */
const [Y, W, X, BLOCKS, COLUMNS, W_STRIDE, TOKENS, X_STRIDE, Y_STRIDE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
const [LEFT, XT, YT, WC, XC, END] = [9, 10, 11, 12, 13, 14] as const;
const VALUE = 15;
const SUMS = [16, 17, 18, 19, 20, 21, 22, 23] as const;

const FLOAT = 4;
const VECTOR = 16;
const ROW_BLOCK = SUMS.length * VECTOR;

const advance = (local: number, by: Code): Code => set(local, add(get(local), by));

/** Σ over the columns, 32 rows at once: one value of x is spread out and meets eight vectors of w. */
const dotProducts: Code = [
  SUMS.map((sum) => set(sum, zeros())),
  set(WC, get(W)),
  set(XC, get(XT)),
  set(END, add(get(XT), shiftLeft(get(COLUMNS), 2))),
  repeatWhile(below(get(XC), get(END)), [
    set(VALUE, loadSplat(get(XC))),
    SUMS.map((sum, index) =>
      set(sum, addFloats(get(sum), multiplyFloats(load(get(WC), index * VECTOR), get(VALUE)))),
    ),
    advance(WC, integer(ROW_BLOCK)),
    advance(XC, integer(FLOAT)),
  ]),
  SUMS.map((sum, index) => store(get(YT), index * VECTOR, get(sum))),
];

/** Tokens inside, row blocks outside: a block of weights stays in the nearest cache for all tokens. */
const body: Code = repeatWhile(get(BLOCKS), [
  set(LEFT, get(TOKENS)),
  set(XT, get(X)),
  set(YT, get(Y)),
  repeatWhile(get(LEFT), [
    dotProducts,
    advance(XT, get(X_STRIDE)),
    advance(YT, get(Y_STRIDE)),
    set(LEFT, subtract(get(LEFT), integer(1))),
  ]),
  advance(W, get(W_STRIDE)),
  advance(Y, integer(ROW_BLOCK)),
  set(BLOCKS, subtract(get(BLOCKS), integer(1))),
]);

/** The module's bytes: some 400, assembled in well under a millisecond. */
export const multiplyModule = (): Uint8Array<ArrayBuffer> =>
  assemble({ name: "multiply", parameters: 9, integers: 6, vectors: 9, body });
