import type { RunInputs } from "../../protocol/journal.ts";
import { nodeModuleIfAny } from "../../runtime.ts";

/** The key of a run's secret among its inputs. It is stored as text and is not part of the fingerprint. */
export const SECRET = "fence";

const BYTES = 16;

/**
 * Random bytes for the next secrets. Each is used once. Asking the system each time would take
 * longer than a short debate.
 */
const pool = new Uint8Array(128 * BYTES);
let used: number = pool.length;

/** 128 random bits, from which the marks around quoted texts and answers are made. */
export function newSecret(): string {
  if (used === pool.length) {
    if (!fillFromSystem(pool)) globalThis.crypto.getRandomValues(pool);
    used = 0;
  }
  const digits: number[] = [];
  for (const end = used + BYTES; used < end; used += 1) {
    const byte = pool[used] ?? 0;
    digits.push(HEX.charCodeAt(byte >> 4), HEX.charCodeAt(byte & 15));
    pool[used] = 0;
  }
  return String.fromCharCode(...digits);
}

const HEX = "0123456789abcdef";

/**
 * Random bytes from the system's own file, if there is one: Node takes 5 to 8 ms to load `crypto`, which
 * is a third of the time of a first debate.
 */
function fillFromSystem(bytes: Uint8Array): boolean {
  const { process } = globalThis;
  if (process?.platform !== "linux" && process?.platform !== "darwin") return false;
  try {
    const fs = nodeModuleIfAny("node:fs");
    if (fs === undefined) return false;
    const { closeSync, openSync, readSync } = fs;
    const file = openSync("/dev/urandom", "r");
    try {
      return readSync(file, bytes) === bytes.length;
    } finally {
      closeSync(file);
    }
  } catch {
    // A sandbox without devices, or one that forbids reading files.
    return false;
  }
}

/** The secret that a run was started with. */
export function secretOf(inputs: RunInputs): string {
  return inputs[SECRET] ?? "";
}

export function withSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [SECRET]: secret };
}
