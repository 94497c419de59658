import { randomBytes } from "node:crypto";

/** Digits and letters that can't be taken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short name for a run, good to type: 50 random bits. */
export function newRunId(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
