/** Time for a stopped worker to report how the debate ended. */
export const LATE_MS = 5000;
