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
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
