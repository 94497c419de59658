/** How long a message is remembered after it was delivered, so that nobody adds it again. */
export const REMEMBERED_MS: number = 7 * 24 * 60 * 60 * 1000;
