import type { RunInputs } from "../../protocol/journal.ts";
import { nodeModuleIfAny } from "../../runtime.ts";

/** The key of a run's secret among its inputs. It is stored as text and is not part of the fingerprint. */
export const SECRET = "fence";

/** 128 random bits, from which the marks around quoted texts are made. */
export function newSecret(): string {
  const bytes = new Uint8Array(16);
  if (!fillFromSystem(bytes)) globalThis.crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
