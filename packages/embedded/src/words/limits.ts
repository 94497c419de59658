/** Limits of the training data. A test checks that the settings in the weights agree. */
export const LIMITS = {
  largestNumber: 99,
  fewestNumbers: 2,
  mostNumbers: 6,
  /** Absolute value of any intermediate result. */
  largestResult: 999_999,
  /** Tokens of an answer, including its closing newline. */
  answerTokens: 96,
  /** Peers in a prompt; further peers of a larger panel are left out. */
  peers: 4,
} as const;

/** The limits as a phrase for messages. */
export const LIMITS_IN_WORDS: string =
  `${LIMITS.fewestNumbers} to ${LIMITS.mostNumbers} whole numbers from 0 to ${LIMITS.largestNumber} ` +
  `joined by +, - and ×, with no step beyond ${LIMITS.largestResult.toLocaleString("en-US")}`;
