import { AbortError, ConfigError } from "../errors.ts";
import type { Lifeline } from "./attempt.ts";

/** How hard one provider may be pressed by this process. */
export interface ProviderLimits {
  /** Calls in flight at once. Default: no limit. */
  concurrency?: number;
  /** Calls begun in a minute, evenly spaced. Default: no limit. */
  requestsPerMinute?: number;
}

/** Holds calls back until the provider may be called. */
export interface Gate {
  /** Resolves with a function to call when the call has ended. */
  enter(life: Lifeline): Promise<() => void>;
  /** The provider asked everybody to wait. */
  holdFor(ms: number): void;
}

const gates = new Map<string, Gate>();

/**
 * Limits a provider for all debates of this process: `limitProvider("openai", { concurrency: 8 })`.
 * The name is the part of a model id before the slash, or an AI SDK provider's name before the dot.
 */
export function limitProvider(provider: string, limits: ProviderLimits): void {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== "number" || !(value > 0)) {
      throw new ConfigError(`limits.${provider}.${name}`, `expected a number above 0, got ${String(value)}`);
    }
  }
  gates.set(provider, createGate(limits));
}

export function gateFor(provider: string | undefined): Gate | undefined {
  if (provider === undefined || gates.size === 0) return undefined;
  return gates.get(provider.split(".", 1)[0] ?? provider);
}

export function createGate({ concurrency = Infinity, requestsPerMinute }: ProviderLimits): Gate {
  const spacing = requestsPerMinute === undefined ? 0 : 60_000 / requestsPerMinute;
  const waiting: (() => void)[] = [];
  let inside = 0;
  let nextStart = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Lets in as many as may go now, and wakes again when the next one may. */
  function admit(): void {
    clearTimeout(timer);
    while (waiting.length > 0 && inside < concurrency) {
      const wait = nextStart - Date.now();
      if (wait > 0) {
        timer = setTimeout(admit, wait);
        return;
      }
      nextStart = Math.max(nextStart, Date.now()) + spacing;
      inside += 1;
      waiting.shift()?.();
    }
  }

  function leave(): void {
    inside -= 1;
    admit();
  }

  return {
    enter(life) {
      return new Promise((resolve, reject) => {
        const forget = life.onEnd((reason) => {
          waiting.splice(waiting.indexOf(begin), 1);
          reject(new AbortError(reason));
        });
        function begin(): void {
          forget();
          resolve(leave);
        }
        waiting.push(begin);
        admit();
      });
    },
    holdFor(ms) {
      nextStart = Math.max(nextStart, Date.now() + ms);
    },
  };
}
