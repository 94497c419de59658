/** Upper limit of what is kept of one member's report: comparing and checking more would take too long. */
export const MOST_FINDINGS = 50;
