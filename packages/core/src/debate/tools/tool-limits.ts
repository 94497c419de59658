import { RESULT_TOKENS } from "../call-spend.ts";

/* Apart from the code that calls tools, which loads only with the first tool: plans need these too. */

/** Tables and other scripts have more tokens than their length says. */
export const MAX_RESULT_TOKENS: number = RESULT_TOKENS - 1000;
/** Longest name of a tool, in characters. */
export const MAX_NAME_LENGTH = 64;
/** Number of calls over the limit that get an error reply; further ones are ignored. */
export const MAX_REFUSED = 4;
