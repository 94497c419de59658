import { RESULT_TOKENS } from "../call-spend.ts";

/* Apart from the code that calls tools, which loads only with the first tool: plans need these too. */

/** Tables and other scripts have more tokens than their length says. */
export const MOST_RESULT_TOKENS: number = RESULT_TOKENS - 1000;
/** Longest name of a tool, in characters. */
export const LONGEST_NAME = 64;
/** Number of calls over the limit that get an error reply; further ones are ignored. */
export const MOST_REFUSED = 4;
