import type { RunInputs } from "../../protocol/journal.ts";
import { nodeModuleIfAny } from "../../runtime.ts";

/** The key of a run's secret among its inputs. It is stored as text and is not part of the fingerprint. */
export const SECRET = "fence";

const BYTES = 16;

/**
 * Random bytes for the next secrets. Each is used once. Asking the system each time would take
 * longer than a short debate.
 */
const pool = new Uint8Array(32 * BYTES);
let used: number = pool.length;

/** 128 random bits, from which the marks around quoted texts are made. */
export function newSecret(): string {
  if (used === pool.length) {
    if (!fillFromSystem(pool)) globalThis.crypto.getRandomValues(pool);
    used = 0;
  }
  let secret = "";
  for (const end = used + BYTES; used < end; used += 1) {
    secret += HEX[pool[used] ?? 0];
    pool[used] = 0;
  }
  return secret;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

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

/** The secret that a run was started with; empty for runs of versions that had none. */
export function secretOf(inputs: RunInputs): string {
  return inputs[SECRET] ?? "";
}

export function withSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [SECRET]: secret };
}
