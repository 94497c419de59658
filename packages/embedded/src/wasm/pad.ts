import type { Code } from "./assembler.ts";
import {
  advance,
  and,
  float,
  get,
  integer,
  repeatWhile,
  storeFloat,
  runIf,
} from "./instructions.ts";

/**
 * Fills the last vector of `count` floats with minus infinity, whose exponential is 0, and moves `end` to the end of that
 * vector. The floats start at a multiple of 16 bytes.
 */
export const padWithMinusInfinity = (end: number, count: number): Code =>
  runIf(and(get(count), integer(3)), [
    repeatWhile(and(get(end), integer(15)), [
      storeFloat(get(end), 0, float(-Infinity)),
      advance(end, integer(4)),
    ]),
  ]);
