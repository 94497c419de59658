import type { RunInputs } from "../../protocol/journal.ts";

/** Where a run's secret stands among its inputs: as it is, and no part of the fingerprint. */
export const SECRET = "fence";

/** 128 random bits, from which the marks around quoted texts are made. */
export function newSecret(): string {
  const bytes = new Uint8Array(16);
  if (!fillFromSystem(bytes)) globalThis.crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Random bytes from the system itself, where it offers them as a file: Node takes 5 to 8 ms to load
 * `crypto`, a third of the time of a first debate.
 */
function fillFromSystem(bytes: Uint8Array): boolean {
  const { process } = globalThis;
  if (process?.platform !== "linux" && process?.platform !== "darwin") return false;
  try {
    const { closeSync, openSync, readSync } = process.getBuiltinModule("node:fs");
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

/** The secret a run was started with; empty where it was started before there was one. */
export function secretOf(inputs: RunInputs): string {
  return inputs[SECRET] ?? "";
}

export function withSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [SECRET]: secret };
}
