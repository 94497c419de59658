import { createHmac, timingSafeEqual } from "node:crypto";
import { isPlainObject } from "@rostrum/core/options";
import { readSecret } from "./trust-store.ts";

/**
 * A mark that only this user can make. Journals come from elsewhere too, and servers write what their clients send into
 * them: a stored setup that runs a program counts only with its mark. `null` where no secret can be kept.
 */
export function makeSeal(value: unknown): string | null {
  const secret = readSecret();
  return secret === null
    ? null
    : createHmac("sha256", secret).update(JSON.stringify(value, inOrder)).digest("hex");
}

/** A database may hand an object back with its fields in another order. */
function inOrder(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function hasSeal(value: unknown, seal: unknown): boolean {
  const wanted = makeSeal(value);
  if (wanted === null || typeof seal !== "string" || seal.length !== wanted.length) return false;
  return timingSafeEqual(Buffer.from(seal), Buffer.from(wanted));
}
