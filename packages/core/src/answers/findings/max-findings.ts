/** Maximum number of findings per report: comparing and checking more would take too long. */
export const MAX_FINDINGS = 50;
