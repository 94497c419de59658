import type { RunInputs } from "../../protocol/journal.ts";

/** Where a run's secret stands among its inputs: as it is, and no part of the fingerprint. */
export const SECRET = "fence";

/** 128 random bits, from which the marks around quoted texts are made. */
export function newSecret(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The secret a run was started with; empty where it was started before there was one. */
export function secretOf(inputs: RunInputs): string {
  return inputs[SECRET] ?? "";
}

export function withSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [SECRET]: secret };
}
