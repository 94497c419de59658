import type { LeadRule } from "./lead.ts";
import type { PollAnswer } from "./poll-step.ts";

/** How far the largest group is ahead of the second. */
export function measureLead(groups: readonly (readonly number[])[]): number {
  const [first = 0, second = 0] = groups.map(({ length }) => length).sort((a, b) => b - a);
  return first - second;
}

/** Whom to ask next: as many as the leader lacks, in panel order. */
export function askForLead(
  { by, max }: LeadRule,
  groups: readonly (readonly number[])[],
  left: readonly number[],
  asked: number,
): PollAnswer {
  const lacking = by - measureLead(groups);
  if (lacking <= 0) return { type: "sure" };
  const members = left.slice(0, Math.min(lacking, (max ?? Infinity) - asked));
  return members.length === 0 ? { type: "all_asked" } : { type: "ask", members };
}
