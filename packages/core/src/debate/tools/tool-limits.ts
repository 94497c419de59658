import { MAX_FENCED_RESULT_TOKENS } from "../spending/call-spend.ts";

/** Separate from the code that calls tools, which loads with the first tool call: plans need these limits too. */

/** Limits a result in addition to its length: tables and other scripts have more tokens per character than prose. */
export const MAX_RESULT_TOKENS: number = MAX_FENCED_RESULT_TOKENS - 1000;
/** Longest name of a tool, in characters. */
export const MAX_NAME_LENGTH = 64;
/** Number of calls over the limit that get an error reply; further ones are ignored. */
export const MAX_REFUSED = 4;
