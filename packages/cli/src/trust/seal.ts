import { createHmac, timingSafeEqual } from "node:crypto";
import { toSortedJson } from "@rostrum/core/support";
import { readSecret } from "./trust-store.ts";

/**
 * Signs a value so that only this user could have. Journals may come from elsewhere, and servers store what clients
 * send: a stored setup that runs a program counts only if it is sealed. Null when no secret can be stored.
 */
export function makeSeal(value: unknown): string | null {
  const secret = readSecret();
  return secret === null
    ? null
    : createHmac("sha256", secret).update(toSortedJson(value)).digest("hex");
}

export function hasSeal(value: unknown, seal: unknown): boolean {
  const expected = makeSeal(value);
  if (expected === null || typeof seal !== "string" || seal.length !== expected.length)
    return false;
  return timingSafeEqual(Buffer.from(seal), Buffer.from(expected));
}
