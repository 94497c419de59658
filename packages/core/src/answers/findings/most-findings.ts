/** More than this from one member is not read: comparing them would take too long. */
export const MOST_FINDINGS = 30;
