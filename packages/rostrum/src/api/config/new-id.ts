/**
 * A UUID of version 7: the time, then randomness. A run's id must be unique and is not a secret, so
 * `Math.random` is enough. `crypto` takes Node longer to load than a whole debate of functions, and
 * `crypto.randomUUID` is missing on pages without HTTPS.
 */
export function newId(): string {
  const now = Date.now();
  const time = hex(6, Math.floor(now / 2 ** 24)) + hex(6, now);
  const variant = (0x8 | (Math.random() * 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** The last digits of a number, at most six: V8 writes larger numbers several times slower. */
function hex(digits: number, number: number = Math.random() * 2 ** 24): string {
  const bits = number & (2 ** (4 * digits) - 1);
  return bits.toString(16).padStart(digits, "0");
}
