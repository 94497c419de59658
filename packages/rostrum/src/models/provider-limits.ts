import { ConfigError } from "../errors.ts";
import type { Limiter, ProviderLimits } from "../protocol/limiter.ts";
import { createGate, type Gate } from "./gate.ts";

const LIMITS: readonly string[] = ["concurrency", "requestsPerMinute"];

/** The gates of every limiter, which only calls need to know. */
const gatesByLimiter = new WeakMap<object, (provider: string) => Gate>();

/**
 * Limits for the debates that share it: `createLimiter({ openai: { concurrency: 8 } })`, passed to each of
 * them as `limiter`. Those debates ignore the limits of the process. Names are those of `limitProvider`.
 */
export function createLimiter(given: Record<string, ProviderLimits> = {}): Limiter {
  const limits = new Map<string, ProviderLimits>();
  const gates = new Map<string, Gate>();
  const limitsOf = (name: string): ProviderLimits =>
    limits.get(name) ?? limits.get(name.split(":", 1)[0] ?? name) ?? {};

  const limiter: Limiter = {
    limit(provider, changed) {
      for (const [name, value] of Object.entries(changed))
        checkLimit(`limits.${provider}.${name}`, name, value);
      limits.set(provider, { ...changed });
      for (const [name, gate] of gates) gate.limit(limitsOf(name));
    },
  };
  gatesByLimiter.set(limiter, (provider) => {
    const server = provider.startsWith("compat:");
    const name = server ? provider : (provider.split(".", 1)[0] ?? provider);
    let gate = gates.get(name);
    if (gate === undefined) {
      gate = createGate(limitsOf(name));
      gates.set(name, gate);
    }
    return gate;
  });
  for (const [provider, each] of Object.entries(given)) limiter.limit(provider, each);
  return limiter;
}

function checkLimit(field: string, name: string, value: unknown): void {
  if (!LIMITS.includes(name)) {
    throw new ConfigError(field, `there is no such limit, only ${LIMITS.join(" and ")}`);
  }
  const whole = name === "concurrency";
  if (typeof value !== "number" || !(value > 0) || (whole && !Number.isInteger(value))) {
    const expected = whole ? "a whole number above 0" : "a number above 0";
    throw new ConfigError(field, `expected ${expected}, got ${String(value)}`);
  }
}

/** The limits that debates without their own limiter share. */
const processLimiter = createLimiter();

/**
 * Limits a provider for all debates of this process: `limitProvider("openai", { concurrency: 8 })`.
 * The name is the part of a model id before the slash, an AI SDK provider's name before the dot, or
 * `compat:<host>` for one server; `compat` stands for each server that has no limits of its own. Calls
 * that wait already obey the new limits; `{}` lifts them.
 */
export function limitProvider(provider: string, given: ProviderLimits): void {
  processLimiter.limit(provider, given);
}

export function isLimiter(value: unknown): value is Limiter {
  return typeof value === "object" && value !== null && gatesByLimiter.has(value);
}

/**
 * The gate of a model's provider. There is one even if nothing is limited: when a provider asks for a
 * pause, all its callers wait.
 */
export function findGate(provider: string, limiter: Limiter = processLimiter): Gate {
  const gate = gatesByLimiter.get(limiter)?.(provider);
  if (gate === undefined) throw new ConfigError("limiter", "expected one from createLimiter()");
  return gate;
}
