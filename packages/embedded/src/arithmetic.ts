/*
 * What the networks can be asked. An entry of its own: importing the other one does not load how questions are read.
 */
export { LIMITS_IN_WORDS } from "./words/limits.ts";
export { whyNotArithmetic } from "./words/read-question.ts";
