const refusal =
  /\b(?:cannot|can't|can not|could not|unable to|impossible|not possible|not enough|insufficient|no solutions?|no such|there (?:is|are) no (?:solution|answer|value|way|real|integer|positive)|undetermined|inconsistent|error in)\b/i;

/** "Cannot be determined", "there is no solution": numbers next to such words are not the answer. */
export const declines = (sentence: string): boolean => refusal.test(sentence);
