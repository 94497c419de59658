import type { LeadRule } from "./lead.ts";
import type { PollAnswer } from "./poll-step.ts";

/** Votes by which the largest group is ahead of the second. */
export function measureLead(groups: readonly (readonly number[])[]): number {
  const [first = 0, second = 0] = groups.map(({ length }) => length).sort((a, b) => b - a);
  return first - second;
}

/** Next members to call: as many as the leader lacks, in panel order. `mustAsk`: call one even if nothing is lacking. */
export function askForLead(
  { by, max }: LeadRule,
  groups: readonly (readonly number[])[],
  remaining: readonly number[],
  askedCount: number,
  mustAsk = false,
): PollAnswer {
  const missingVotes = Math.max(by - measureLead(groups), mustAsk ? 1 : 0);
  if (missingVotes <= 0) return { type: "sure" };
  const members = remaining.slice(0, Math.min(missingVotes, (max ?? Infinity) - askedCount));
  return members.length === 0 ? { type: "all_asked" } : { type: "ask", members };
}
