/** A worker that is told to stop has this long to say how the debate ended. */
export const LATE_MS = 5000;
