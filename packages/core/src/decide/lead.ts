import type { LeadPoll } from "../protocol/rule-settings.ts";
import { ConfigError } from "../errors.ts";
import { fail } from "../options/describe.ts";

/** A lead poll with a computed lead. */
export interface LeadRule {
  type: "lead";
  by: number;
  max?: number;
}

/** Settings of a chain, from which the lead is computed. */
const CHAIN_SETTINGS = ["target", "steps", "errorRate"] as const;
const DEFAULT_LEAD = 3;

/**
 * Calls members until one answer leads by `by` votes: `by` members at first, then as many as the leader
 * lacks.
 */
export function lead(options: Omit<LeadPoll, "type"> = {}): LeadRule {
  return resolveLead({ type: "lead", ...options }, "lead");
}

/** Checks a lead poll, and computes the lead from the settings of a chain. */
export function resolveLead(rule: LeadPoll, path: string): LeadRule {
  const { by, max } = rule;
  const chainSettings = CHAIN_SETTINGS.filter((name) => rule[name] !== undefined);
  if (chainSettings.length > 0 && by !== undefined) {
    throw new ConfigError(
      `${path}.by`,
      `expected either \`by\` or ${chainSettings.join(", ")}, from which it is computed, got both`,
    );
  }
  const leadVotes = chainSettings.length > 0 ? computeLead(rule, path) : (by ?? DEFAULT_LEAD);
  if (!isCount(leadVotes)) return fail(`${path}.by`, "a whole number, 1 or more", leadVotes);
  if (max !== undefined && !(isCount(max) && max >= leadVotes)) {
    fail(
      `${path}.max`,
      `a whole number of at least the lead, ${leadVotes}: fewer can't give it`,
      max,
    );
  }
  return { type: "lead", by: leadVotes, ...(max === undefined ? {} : { max }) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isBelow(value: unknown, limit: number): value is number {
  return typeof value === "number" && value > 0 && value < limit;
}

/**
 * Smallest lead k for which the error of all steps together is at most 1 - target. Model: two answers race,
 * the right one and one wrong answer that all wrong replies share. With independent replies, the wrong answer
 * is first ahead by k with probability 1 / (1 + ((1 - e) / e)^k) (gambler's ruin).
 */
function computeLead({ target, steps, errorRate }: LeadPoll, path: string): number {
  if (!isBelow(target, 1)) return fail(`${path}.target`, "a number above 0 and below 1", target);
  if (!isCount(steps)) return fail(`${path}.steps`, "a whole number, 1 or more", steps);
  // Members that are wrong half of the time can't be made reliable by any lead.
  if (!isBelow(errorRate, 0.5)) {
    return fail(`${path}.errorRate`, "a number above 0 and below 0.5", errorRate);
  }
  const allowed = (1 - target) / steps;
  const odds = (1 - errorRate) / errorRate;
  const by = Math.ceil(Math.log((1 - allowed) / allowed) / Math.log(odds) - 1e-9);
  if (by > MAX_LEAD) {
    const expected = `an error rate that a lead of at most ${MAX_LEAD} makes up for (this one needs ${by})`;
    fail(`${path}.errorRate`, expected, errorRate);
  }
  return Math.max(1, by);
}

/** A larger lead than any panel can give points to wrong settings. */
const MAX_LEAD = 1000;
