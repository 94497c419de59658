/*
 * Limits of the networks, and why a question exceeds them. A separate entry, because the main one loads the code that
 * reads questions only on use.
 */
export { LIMITS_IN_WORDS } from "./words/limits.ts";
export { whyNotArithmetic } from "./words/read-question.ts";
