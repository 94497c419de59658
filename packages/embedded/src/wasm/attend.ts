import { LANES } from "../core/kernel.ts";
import { define, type Code, type FunctionSource } from "./assembler.ts";
import { exponentialLocals, exponentials, prepareExponentials } from "./exponential.ts";
import {
  add,
  addFloats,
  advance,
  and,
  below,
  call,
  divideFloat,
  float,
  floats,
  get,
  greaterFloats,
  greaterFloat,
  integer,
  lane,
  load,
  loadFloat,
  multiply,
  multiplyFloats,
  repeatWhile,
  set,
  shiftLeft,
  shiftRight,
  splat,
  squareRoot,
  store,
  storeFloat,
  subtract,
  subtractFloats,
  sumOfLanes,
  swapPairs,
  toFloat,
  zeros,
} from "./instructions.ts";
import { padWithMinusInfinity } from "./pad.ts";

const FLOAT = 4;
const VECTOR = 16;
const COLUMN = LANES * FLOAT;

/** Turns scores into unnormalized softmax weights in place, and returns their sum. */
export const weighSource: FunctionSource = define(
  "weigh",
  { scores: "i32", count: "i32", scale: "f32" },
  {
    ...{ at: "i32", end: "i32", top: "v128", total: "v128" },
    ...{ scales: "v128", ...exponentialLocals },
  },
  ({ scores, count, scale, at, end, top, total, scales, ...locals }) => [
    set(end, add(get(scores), shiftLeft(get(count), 2))),
    padWithMinusInfinity(end, count),
    set(at, get(scores)),
    set(top, floats(-Infinity)),
    repeatWhile(below(get(at), get(end)), [
      set(top, greaterFloats(get(top), load(get(at), 0))),
      advance(at, integer(VECTOR)),
    ]),
    set(
      top,
      splat(
        greaterFloat(
          greaterFloat(lane(get(top), 0), lane(get(top), 1)),
          greaterFloat(lane(get(top), 2), lane(get(top), 3)),
        ),
      ),
    ),
    set(total, zeros()),
    set(scales, splat(get(scale))),
    prepareExponentials(locals),
    repeatWhile(below(get(scores), get(end)), [
      set(locals.x, multiplyFloats(subtractFloats(load(get(scores), 0), get(top)), get(scales))),
      set(locals.sum, exponentials(locals)),
      store(get(scores), 0, get(locals.sum)),
      set(total, addFloats(get(total), get(locals.sum))),
      advance(scores, integer(VECTOR)),
    ]),
    sumOfLanes(total),
  ],
  "f32",
);

/** `Kernel.attend`, with addresses in bytes and counts in floats. */
export const attendSource: FunctionSource = define(
  "attend",
  {
    ...{ queryKeyValue: "i32", keys: "i32", values: "i32", scores: "i32", mixed: "i32" },
    ...{ rotation: "i32", size: "i32", heads: "i32", capacity: "i32" },
    ...{ position: "i32", tokens: "i32" },
  },
  {
    ...{ bytes: "i32", dim: "i32", cache: "i32", head: "i32", turn: "i32" },
    ...{ keysOfHead: "i32", valuesOfHead: "i32", at: "i32", end: "i32", to: "i32" },
    ...{ scale: "f32", pair: "v128" },
  },
  (v) => {
    const { bytes, dim, cache, head, turn, keysOfHead, valuesOfHead, at, end, to, scale, pair } = v;

    /** Rotates the pairs of one vector of the head by the angles of this position. */
    const rotatePairs = (offset: Code): Code => [
      set(at, offset),
      set(end, add(get(at), get(bytes))),
      set(to, get(turn)),
      repeatWhile(below(get(at), get(end)), [
        set(pair, load(get(at), 0)),
        store(
          get(at),
          0,
          addFloats(
            multiplyFloats(get(pair), load(get(to), 0)),
            multiplyFloats(swapPairs(pair), load(get(to), VECTOR)),
          ),
        ),
        advance(at, integer(VECTOR)),
        advance(to, integer(2 * VECTOR)),
      ]),
    ];
    const key = add(get(v.queryKeyValue), get(dim));
    const value = add(key, get(dim));

    /** Positions are the rows of the keys, so that scoring is a multiplication. */
    const storeKey: Code = [
      set(at, key),
      set(end, add(get(at), get(bytes))),
      set(
        to,
        add(
          add(get(keysOfHead), multiply(shiftRight(get(v.position), 5), shiftLeft(get(bytes), 5))),
          shiftLeft(and(get(v.position), integer(LANES - 1)), 2),
        ),
      ),
      repeatWhile(below(get(at), get(end)), [
        storeFloat(get(to), 0, loadFloat(get(at))),
        advance(at, integer(FLOAT)),
        advance(to, integer(COLUMN)),
      ]),
    ];
    /** Features are the rows of the values, so that mixing is a multiplication. */
    const storeValue: Code = [
      set(at, value),
      set(end, add(get(at), get(bytes))),
      set(to, add(get(valuesOfHead), multiply(get(v.position), integer(COLUMN)))),
      repeatWhile(below(get(at), get(end)), [
        Array.from({ length: COLUMN / VECTOR }, (_, index) =>
          store(get(to), index * VECTOR, load(get(at), index * VECTOR)),
        ),
        advance(at, integer(COLUMN)),
        advance(to, multiply(get(v.capacity), integer(COLUMN))),
      ]),
    ];

    const mix: Code = [
      call(
        "multiply",
        get(v.scores),
        get(keysOfHead),
        get(v.queryKeyValue),
        add(shiftRight(get(v.position), 5), integer(1)),
        get(v.size),
        shiftLeft(get(bytes), 5),
        integer(1),
        integer(0),
        integer(0),
      ),
      set(
        pair,
        splat(
          divideFloat(
            float(1),
            call("weigh", get(v.scores), add(get(v.position), integer(1)), get(scale)),
          ),
        ),
      ),
      call(
        "multiply",
        get(v.mixed),
        get(valuesOfHead),
        get(v.scores),
        shiftRight(get(v.size), 5),
        and(add(get(v.position), integer(4)), integer(-4)),
        multiply(get(v.capacity), integer(COLUMN)),
        integer(1),
        integer(0),
        integer(0),
      ),
      set(end, add(get(v.mixed), get(bytes))),
      repeatWhile(below(get(v.mixed), get(end)), [
        store(get(v.mixed), 0, multiplyFloats(load(get(v.mixed), 0), get(pair))),
        advance(v.mixed, integer(VECTOR)),
      ]),
    ];

    return [
      set(bytes, shiftLeft(get(v.size), 2)),
      set(dim, multiply(get(bytes), get(v.heads))),
      set(cache, multiply(get(bytes), get(v.capacity))),
      set(scale, divideFloat(float(1), squareRoot(toFloat(get(v.size))))),
      repeatWhile(get(v.tokens), [
        set(head, get(v.heads)),
        set(keysOfHead, get(v.keys)),
        set(valuesOfHead, get(v.values)),
        set(turn, add(get(v.rotation), multiply(get(v.position), shiftLeft(get(bytes), 1)))),
        repeatWhile(get(head), [
          rotatePairs(get(v.queryKeyValue)),
          rotatePairs(key),
          storeKey,
          storeValue,
          mix,
          advance(v.queryKeyValue, get(bytes)),
          advance(keysOfHead, get(cache)),
          advance(valuesOfHead, get(cache)),
          set(head, subtract(get(head), integer(1))),
        ]),
        // The query of the next token comes after this one's keys and values.
        advance(v.queryKeyValue, shiftLeft(get(dim), 1)),
        advance(v.position, integer(1)),
        set(v.tokens, subtract(get(v.tokens), integer(1))),
      ]),
    ];
  },
);
