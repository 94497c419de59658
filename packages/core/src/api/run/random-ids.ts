import { nodeModuleIfAny } from "../../runtime.ts";

/**
 * A UUID of version 7: the time, then randomness. A run's id must be unique and is not a secret, so
 * `Math.random` is enough. `crypto` takes Node longer to load than a whole debate of functions, and
 * `crypto.randomUUID` is missing on pages without HTTPS.
 */
export function createId(): string {
  const now = Date.now();
  const time = toHex(6, Math.floor(now / 2 ** 24)) + toHex(6, now);
  const variant = (0x8 | (Math.random() * 4)).toString(16);
  const random = [`7${toHex(3)}`, variant + toHex(3), toHex(6) + toHex(6)];
  return [time.slice(0, 8), time.slice(8), ...random].join("-");
}

/** The last digits of a number, at most six: V8 writes larger numbers several times slower. */
function toHex(digits: number, number: number = Math.random() * 2 ** 24): string {
  const bits = number & (2 ** (4 * digits) - 1);
  return bits.toString(16).padStart(digits, "0");
}

/** Eight numbers of 16 bits. */
const LENGTH = 8;

/**
 * Random numbers for the next secrets. Each is used once. Asking the system each time would take
 * longer than a short debate.
 */
const pool = new Uint16Array(128 * LENGTH);
let used: number = pool.length;

/** 128 random bits, from which the marks around quoted texts and answers are made. */
export function createSecret(): string {
  if (used === pool.length) {
    if (!fillFromSystem(pool)) globalThis.crypto.getRandomValues(pool);
    used = 0;
  }
  let secret = "";
  for (const end = used + LENGTH; used < end; used++) {
    secret += (pool[used] ?? 0).toString(16).padStart(4, "0");
    pool[used] = 0;
  }
  return secret;
}

/**
 * Random bytes from the system's own file, if there is one: Node takes 5 to 8 ms to load `crypto`, which
 * is a third of the time of a first debate.
 */
function fillFromSystem(numbers: Uint16Array): boolean {
  const { process } = globalThis;
  if (process?.platform !== "linux" && process?.platform !== "darwin") return false;
  try {
    const fs = nodeModuleIfAny("node:fs");
    if (fs === undefined) return false;
    const { closeSync, openSync, readSync } = fs;
    const file = openSync("/dev/urandom", "r");
    try {
      return readSync(file, numbers) === numbers.byteLength;
    } finally {
      closeSync(file);
    }
  } catch {
    // A sandbox without devices, or one that forbids reading files.
    return false;
  }
}
