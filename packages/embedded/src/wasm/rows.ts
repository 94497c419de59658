import { EXP_MAX } from "../core/exponential.ts";
import { EPSILON } from "../core/rows.ts";
import { define, type Code, type FunctionSource } from "./assembler.ts";
import { exponentialLocals, exponentials, prepareExponentials } from "./exponential.ts";
import {
  add,
  addFloat,
  addFloats,
  advance,
  below,
  divideFloat,
  divideFloats,
  float,
  floats,
  get,
  integer,
  lesserFloats,
  load,
  multiply,
  multiplyFloats,
  repeatWhile,
  set,
  shiftLeft,
  splat,
  squareRoot,
  store,
  subtract,
  subtractFloats,
  sumOfLanes,
  toFloat,
  zeros,
} from "./instructions.ts";

const VECTOR = 16;

/** Runs `body` for every vector from the address in `at` up to the one in `end`. */
const vectors = (at: number, end: number, body: Code): Code =>
  repeatWhile(below(get(at), get(end)), [body, advance(at, integer(VECTOR))]);

const after = (address: number, size: number): Code => add(get(address), shiftLeft(get(size), 2));

/** `Kernel.normalise`, with addresses in bytes. */
export const normaliseSource: FunctionSource = define(
  "normalise",
  { target: "i32", source: "i32", weight: "i32", size: "i32", tokens: "i32" },
  { at: "i32", end: "i32", w: "i32", sum: "v128", value: "v128" },
  ({ target, source, weight, size, tokens, at, end, w, sum, value }) =>
    repeatWhile(get(tokens), [
      set(at, get(source)),
      set(end, after(source, size)),
      set(sum, zeros()),
      vectors(at, end, [
        set(value, load(get(at), 0)),
        set(sum, addFloats(get(sum), multiplyFloats(get(value), get(value)))),
      ]),
      set(
        sum,
        splat(
          divideFloat(
            float(1),
            squareRoot(addFloat(divideFloat(sumOfLanes(sum), toFloat(get(size))), float(EPSILON))),
          ),
        ),
      ),
      set(w, get(weight)),
      vectors(source, end, [
        store(
          get(target),
          0,
          multiplyFloats(multiplyFloats(load(get(source), 0), get(sum)), load(get(w), 0)),
        ),
        advance(w, integer(VECTOR)),
        advance(target, integer(VECTOR)),
      ]),
      set(tokens, subtract(get(tokens), integer(1))),
    ]),
);

/** `Kernel.gate`, with addresses and strides in bytes. */
export const gateSource: FunctionSource = define(
  "gate",
  { start: "i32", size: "i32", stride: "i32", tokens: "i32" },
  {
    ...{ at: "i32", end: "i32", up: "i32" },
    ...{ value: "v128", most: "v128", nothing: "v128", ...exponentialLocals },
  },
  ({ start, size, stride, tokens, at, end, up, value, most, nothing, ...locals }) => [
    set(most, floats(EXP_MAX)),
    prepareExponentials(locals),
    repeatWhile(get(tokens), [
      set(at, get(start)),
      set(end, after(start, size)),
      set(up, get(end)),
      vectors(at, end, [
        set(value, load(get(at), 0)),
        set(locals.x, lesserFloats(subtractFloats(get(nothing), get(value)), get(most))),
        store(
          get(at),
          0,
          multiplyFloats(
            divideFloats(get(value), addFloats(get(locals.unity), exponentials(locals))),
            load(get(up), 0),
          ),
        ),
        advance(up, integer(VECTOR)),
      ]),
      advance(start, get(stride)),
      set(tokens, subtract(get(tokens), integer(1))),
    ]),
  ],
);

/** `Kernel.addTo`, with addresses in bytes. */
export const addToSource: FunctionSource = define(
  "addTo",
  { target: "i32", source: "i32", size: "i32", tokens: "i32" },
  { end: "i32" },
  ({ target, source, size, tokens, end }) => [
    set(end, add(get(target), shiftLeft(multiply(get(size), get(tokens)), 2))),
    vectors(target, end, [
      store(get(target), 0, addFloats(load(get(target), 0), load(get(source), 0))),
      advance(source, integer(VECTOR)),
    ]),
  ],
);
