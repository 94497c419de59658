import type { Code } from "./assembler.ts";
import {
  advance,
  and,
  float,
  get,
  integer,
  repeatWhile,
  storeFloat,
  when,
} from "./instructions.ts";

/**
 * Fills the last vector of a list of `count` floats with minus infinity, whose power is 0, and moves `end`
 * to the end of that vector. The list begins at a multiple of 16 bytes.
 */
export const padWithNothing = (end: number, count: number): Code =>
  when(and(get(count), integer(3)), [
    repeatWhile(and(get(end), integer(15)), [
      storeFloat(get(end), 0, float(-Infinity)),
      advance(end, integer(4)),
    ]),
  ]);
