import type { CallCost } from "./events.ts";
import type { TotalUsage, Usage } from "./usage.ts";

/** Every count a provider may report; the compiler asks for an entry when one is added. */
const PARTS = Object.keys({
  inputTokens: true,
  cachedInputTokens: true,
  cacheWriteTokens: true,
  outputTokens: true,
  reasoningTokens: true,
} satisfies Record<keyof Usage, true>) as (keyof Usage)[];

/** A call that used nothing, which is known: it was refused, or it was never made. */
export const NO_USAGE: Readonly<Required<Usage>> = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** The sum of two amounts; unknown when either is. */
export function plus(a: number | null | undefined, b: number | null | undefined): number | null {
  return a === null || a === undefined || b === null || b === undefined ? null : a + b;
}

/** The sum of two usages, part by part: a part that either leaves out is unknown in the sum. */
export function addUsage(a: Usage, b: Usage): Omit<TotalUsage, "calls"> {
  const sum: Partial<Record<keyof Usage, number | null>> = {};
  for (const part of PARTS) sum[part] = plus(a[part], b[part]);
  return sum as Omit<TotalUsage, "calls">;
}

/** Input and output together, which is what a cap on tokens counts. */
export function tokensOf({ inputTokens, outputTokens }: Usage): number | null {
  return plus(inputTokens, outputTokens);
}

/** Only what was taken, of anything that says so. */
export function costOf({ attempts, usage, costUsd, maxOutputTokens }: CallCost): CallCost {
  const cost = { attempts, usage, costUsd };
  return maxOutputTokens === undefined ? cost : { ...cost, maxOutputTokens };
}

/** What two calls took together. No attempts take nothing, and leave what the other one says as it is. */
export function addCosts(a: CallCost, b: CallCost): CallCost {
  if (a.attempts === 0 || b.attempts === 0) return costOf(a.attempts === 0 ? b : a);
  return costOf({
    ...b,
    attempts: a.attempts + b.attempts,
    usage: addUsage(a.usage, b.usage),
    costUsd: plus(a.costUsd, b.costUsd),
  });
}

/** No call at all. */
export const NO_COST: Readonly<CallCost> = { attempts: 0, usage: NO_USAGE, costUsd: 0 };
