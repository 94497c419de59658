/** A UUID of version 7: the time in milliseconds, then random bits. `crypto.randomUUID` is missing on pages without HTTPS. */
export function createId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = createSecret();
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `8${random.slice(3, 6)}`,
    random.slice(6, 18),
  ].join("-");
}

/** 128 random bits in hexadecimal, from which the marks around quoted texts and answers are made. */
export function createSecret(): string {
  const words = globalThis.crypto.getRandomValues(new Uint32Array(4));
  let text = "";
  for (const word of words) text += word.toString(16).padStart(8, "0");
  return text;
}

/** Digits and letters that can't be mistaken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short run id that is easy to type: 50 random bits. */
export function createShortId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
