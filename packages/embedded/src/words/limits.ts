/** What the networks were trained for. A test checks that the settings in the weights say the same. */
export const LIMITS = {
  largestNumber: 99,
  fewestNumbers: 2,
  mostNumbers: 6,
  /** Of any intermediate result, either way from 0. */
  largestResult: 999_999,
  /** Tokens of an answer, its closing newline included. */
  answerTokens: 96,
  /** Shown at once; a larger panel's further peers are left out. */
  peers: 4,
} as const;

/** The same in one sentence, for people. */
export const LIMITS_IN_WORDS: string =
  `${LIMITS.fewestNumbers} to ${LIMITS.mostNumbers} whole numbers from 0 to ${LIMITS.largestNumber} ` +
  `joined by +, - and ×, with no step beyond ${LIMITS.largestResult.toLocaleString("en-US")}`;
