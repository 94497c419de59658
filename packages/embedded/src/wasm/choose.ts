import { WEIGHTS_OFFSET } from "../core/choose-token.ts";
import { EXP_MAX } from "../core/exponential.ts";
import { define, type Code, type FunctionSource } from "./assembler.ts";
import { exponentialLocals, exponentials, prepareExponentials } from "./exponential.ts";
import {
  add,
  addDouble,
  addFloats,
  advance,
  below,
  divideFloats,
  double,
  doubleBelow,
  float,
  floatAbove,
  floats,
  get,
  integer,
  returnValue,
  lesserFloats,
  load,
  loadFloat,
  multiplyDouble,
  repeatWhile,
  set,
  shiftLeft,
  shiftRight,
  splat,
  store,
  storeFloat,
  subtract,
  subtractDouble,
  subtractFloats,
  sumOfLanes,
  toDouble,
  runIf,
} from "./instructions.ts";
import { padWithMinusInfinity } from "./pad.ts";

const FLOAT = 4;
const VECTOR = 16;

/** `Kernel.choose`, with addresses in bytes. */
export const chooseSource: FunctionSource = define(
  "choose",
  { logits: "i32", count: "i32", scratch: "i32", temperature: "f32", share: "f64" },
  {
    ...{ at: "i32", end: "i32", padded: "i32", best: "i32", weights: "i32" },
    ...{ left: "f64", top: "v128", total: "v128" },
    ...exponentialLocals,
  },
  (v) => {
    const { at, end, padded, best, weights, left, top, total } = v;
    const tokenAt = (address: Code, start: number): Code =>
      shiftRight(subtract(address, get(start)), 2);

    /** Runs `body` for every vector of logits, with their differences from the largest in `x`. */
    const distances = (body: Code): Code => [
      set(at, get(v.logits)),
      repeatWhile(below(get(at), get(padded)), [
        set(v.x, subtractFloats(load(get(at), 0), get(top))),
        body,
        advance(at, integer(VECTOR)),
      ]),
    ];
    const power = (x: Code): Code => [set(v.x, lesserFloats(x, floats(EXP_MAX))), exponentials(v)];
    /** Runs `body` for every weight except the padding token's. */
    const everyWeight = (body: Code): Code => [
      set(at, add(get(weights), integer(FLOAT))),
      repeatWhile(below(get(at), get(end)), [body, advance(at, integer(FLOAT))]),
    ];

    return [
      set(end, add(get(v.logits), shiftLeft(get(v.count), 2))),
      set(padded, get(end)),
      padWithMinusInfinity(padded, v.count),
      set(best, add(get(v.logits), integer(FLOAT))),
      set(at, add(get(best), integer(FLOAT))),
      repeatWhile(below(get(at), get(end)), [
        runIf(floatAbove(loadFloat(get(at)), loadFloat(get(best))), set(best, get(at))),
        advance(at, integer(FLOAT)),
      ]),
      set(top, splat(loadFloat(get(best)))),
      prepareExponentials(v),
      distances(set(total, addFloats(get(total), power(get(v.x))))),
      storeFloat(get(v.scratch), 0, loadFloat(get(best))),
      storeFloat(get(v.scratch), FLOAT, sumOfLanes(total)),
      runIf(floatAbove(get(v.temperature), float(0)), [
        set(weights, add(get(v.scratch), integer(WEIGHTS_OFFSET * FLOAT))),
        set(end, get(weights)),
        distances([
          store(get(end), 0, power(divideFloats(get(v.x), splat(get(v.temperature))))),
          advance(end, integer(VECTOR)),
        ]),
        set(end, add(get(weights), shiftLeft(get(v.count), 2))),
        everyWeight(set(left, addDouble(get(left), toDouble(loadFloat(get(at)))))),
        set(left, multiplyDouble(get(left), get(v.share))),
        everyWeight([
          set(left, subtractDouble(get(left), toDouble(loadFloat(get(at))))),
          runIf(doubleBelow(get(left), double(0)), returnValue(tokenAt(get(at), weights))),
          // A rounding error can leave a small remainder, which goes to the last token with a weight.
          runIf(floatAbove(loadFloat(get(at)), float(0)), set(padded, get(at))),
        ]),
        returnValue(tokenAt(get(padded), weights)),
      ]),
      tokenAt(get(best), v.logits),
    ];
  },
  "i32",
);
