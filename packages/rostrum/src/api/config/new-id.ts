/**
 * A UUID of version 7: the time, then randomness. A run's id must be unique and is not a secret, so
 * `Math.random` is enough. `crypto` takes Node longer to load than a whole debate of functions, and
 * `crypto.randomUUID` is missing on pages without HTTPS.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = [hex(3), (0x8 | (Math.random() * 4)).toString(16), hex(3), hex(12)] as const;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random[0]}-${random[1]}${random[2]}-${random[3]}`;
}

/** At most 13 digits: beyond that, a random number has no more bits. */
function hex(digits: number): string {
  return Math.floor(Math.random() * 16 ** digits)
    .toString(16)
    .padStart(digits, "0");
}
