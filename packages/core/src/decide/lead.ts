import type { LeadPoll } from "../protocol/rule-settings.ts";
import { ConfigError } from "../errors.ts";
import { fail } from "../options/index.ts";

/** A lead poll whose lead is known. */
export interface LeadRule {
  type: "lead";
  by: number;
  max?: number;
}

/** What a chain needs, from which the lead is computed. */
const CHAIN = ["target", "steps", "errorRate"] as const;
const DEFAULT_BY = 3;

/** Ask until one answer leads by `by` votes: `by` members at first, then as many as the leader lacks. */
export function lead(options: Omit<LeadPoll, "type"> = {}): LeadRule {
  return resolveLead({ type: "lead", ...options }, "lead");
}

/** Checks a lead poll and computes its lead where it is given as what a chain needs. */
export function resolveLead(rule: LeadPoll, path: string): LeadRule {
  const { by, max } = rule;
  const given = CHAIN.filter((name) => rule[name] !== undefined);
  if (given.length > 0 && by !== undefined) {
    throw new ConfigError(
      `${path}.by`,
      `expected either \`by\` or ${given.join(", ")}, from which it is computed, got both`,
    );
  }
  const needed = given.length > 0 ? leadFor(rule, path) : (by ?? DEFAULT_BY);
  if (!isCount(needed)) return fail(`${path}.by`, "a whole number, 1 or more", needed);
  if (max !== undefined && !(isCount(max) && max >= needed)) {
    fail(`${path}.max`, `a whole number of at least the lead, ${needed}: fewer can't give it`, max);
  }
  return { type: "lead", by: needed, ...(max === undefined ? {} : { max }) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isBelow(value: unknown, most: number): value is number {
  return typeof value === "number" && value > 0 && value < most;
}

/**
 * Two answers race, the right one and one wrong answer that all wrong replies share. With independent
 * replies, the wrong one gets ahead by k first with probability 1 / (1 + ((1 - e) / e)^k): the gambler's
 * ruin. The smallest k that keeps all steps together within 1 - target.
 */
function leadFor({ target, steps, errorRate }: LeadPoll, path: string): number {
  if (!isBelow(target, 1)) return fail(`${path}.target`, "a number above 0 and below 1", target);
  if (!isCount(steps)) return fail(`${path}.steps`, "a whole number, 1 or more", steps);
  // No lead makes a vote reliable whose members are wrong half of the time.
  if (!isBelow(errorRate, 0.5)) {
    return fail(`${path}.errorRate`, "a number above 0 and below 0.5", errorRate);
  }
  const allowed = (1 - target) / steps;
  const odds = (1 - errorRate) / errorRate;
  const by = Math.ceil(Math.log((1 - allowed) / allowed) / Math.log(odds) - 1e-9);
  if (by > MOST_BY) {
    const words = `an error rate that a lead of at most ${MOST_BY} makes up for (this one needs ${by})`;
    fail(`${path}.errorRate`, words, errorRate);
  }
  return Math.max(1, by);
}

/** A lead that takes more members than any panel has is a mistake in the figures. */
const MOST_BY = 1000;
