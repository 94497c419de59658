import { createHmac, timingSafeEqual } from "node:crypto";
import { isPlainObject } from "@rostrum/core/support";
import { readSecret } from "./trust-store.ts";

/**
 * Signs a value so that only this user could have. Journals may come from elsewhere, and servers store what clients
 * send: a stored setup that runs a program counts only if it is sealed. Null when no secret can be stored.
 */
export function makeSeal(value: unknown): string | null {
  const secret = readSecret();
  return secret === null
    ? null
    : createHmac("sha256", secret).update(JSON.stringify(value, sortFields)).digest("hex");
}

/** Sorts fields, because a database may return them in another order. */
function sortFields(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function hasSeal(value: unknown, seal: unknown): boolean {
  const expected = makeSeal(value);
  if (expected === null || typeof seal !== "string" || seal.length !== expected.length)
    return false;
  return timingSafeEqual(Buffer.from(seal), Buffer.from(expected));
}
