import { ConfigError } from "../errors.ts";
import { createGate, type Gate, type ProviderLimits } from "./gate.ts";

const LIMITS: readonly string[] = ["concurrency", "requestsPerMinute"];

const limits = new Map<string, ProviderLimits>();
const gates = new Map<string, Gate>();

/**
 * Limits a provider for all debates of this process: `limitProvider("openai", { concurrency: 8 })`.
 * The name is the part of a model id before the slash, an AI SDK provider's name before the dot, or
 * `compat:<host>` for one server; `compat` stands for each server that has no limits of its own. Calls
 * that wait already obey the new limits; `{}` lifts them.
 */
export function limitProvider(provider: string, given: ProviderLimits): void {
  for (const [name, value] of Object.entries(given))
    check(`limits.${provider}.${name}`, name, value);
  limits.set(provider, { ...given });
  for (const [name, gate] of gates) gate.limit(limitsOf(name));
}

function check(field: string, name: string, value: unknown): void {
  if (!LIMITS.includes(name)) {
    throw new ConfigError(field, `there is no such limit, only ${LIMITS.join(" and ")}`);
  }
  const whole = name === "concurrency";
  if (typeof value !== "number" || !(value > 0) || (whole && !Number.isInteger(value))) {
    const expected = whole ? "a whole number above 0" : "a number above 0";
    throw new ConfigError(field, `expected ${expected}, got ${String(value)}`);
  }
}

/**
 * What a model's calls go through. There is one even where nothing is limited: when a provider asks for
 * a pause, everybody who calls it keeps the pause.
 */
export function gateFor(provider: string): Gate {
  const name = provider.startsWith("compat:") ? provider : (provider.split(".", 1)[0] ?? provider);
  let gate = gates.get(name);
  if (gate === undefined) {
    gate = createGate(limitsOf(name));
    gates.set(name, gate);
  }
  return gate;
}

function limitsOf(name: string): ProviderLimits {
  return limits.get(name) ?? limits.get(name.split(":", 1)[0] ?? name) ?? {};
}
