import { ConfigError } from "@rostrum/core/support";
import type { Limiter, ProviderLimits } from "@rostrum/core/protocol";
import { Gate } from "./gate.ts";

const LIMITS: readonly string[] = ["concurrency", "requestsPerMinute"];

/** A limiter with the gates of its providers, which only calls need to know. */
class ProviderLimiter implements Limiter {
  readonly #limits = new Map<string, ProviderLimits>();
  readonly #gates = new Map<string, Gate>();

  limit(provider: string, changed: ProviderLimits): void {
    for (const [name, value] of Object.entries(changed))
      checkLimit(`limits.${provider}.${name}`, name, value);
    this.#limits.set(provider, { ...changed });
    for (const [name, gate] of this.#gates) gate.limit(this.#limitsOf(name));
  }

  gateFor(provider: string): Gate {
    const server = provider.startsWith("compat:");
    const name = server ? provider : (provider.split(".", 1)[0] ?? provider);
    const gate = this.#gates.get(name) ?? new Gate(this.#limitsOf(name));
    this.#gates.set(name, gate);
    return gate;
  }

  #limitsOf(name: string): ProviderLimits {
    return this.#limits.get(name) ?? this.#limits.get(name.split(":", 1)[0] ?? name) ?? {};
  }
}

/**
 * Limits for the debates that share it: `createLimiter({ openai: { concurrency: 8 } })`, passed to each of
 * them as `limiter`. Those debates ignore the limits of the process. Names are those of `limitProvider`.
 */
export function createLimiter(given: Record<string, ProviderLimits> = {}): Limiter {
  const limiter = new ProviderLimiter();
  for (const [provider, each] of Object.entries(given)) limiter.limit(provider, each);
  return limiter;
}

function checkLimit(field: string, name: string, value: unknown): void {
  if (!LIMITS.includes(name)) {
    throw new ConfigError(field, `there is no such limit, only ${LIMITS.join(" and ")}`);
  }
  const isWholeNumber = name === "concurrency";
  if (typeof value !== "number" || !(value > 0) || (isWholeNumber && !Number.isInteger(value))) {
    const expected = isWholeNumber ? "a whole number above 0" : "a number above 0";
    throw new ConfigError(field, `expected ${expected}, got ${String(value)}`);
  }
}

/** Limits shared by all debates without their own limiter. */
const processLimiter = new ProviderLimiter();

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
  return value instanceof ProviderLimiter;
}

/**
 * The gate of a model's provider. There is one even if nothing is limited: when a provider asks for a
 * pause, all its callers wait.
 */
export function findGate(provider: string, limiter: Limiter = processLimiter): Gate {
  if (limiter instanceof ProviderLimiter) return limiter.gateFor(provider);
  throw new ConfigError("limiter", "expected one from createLimiter()");
}
