import { isReview, type ResolvedConfig } from "@rostrum/core/debate";
import type { DebateConfig, DebatePlan, Question } from "@rostrum/core/protocol";
import { createPlan } from "./plan.ts";
import { findReplyLengths, NOTHING_LEARNED } from "./reply-lengths.ts";
import { openBudget } from "./run/run.ts";
import { readPlannedCaps } from "./run/shape-run.ts";

/**
 * Plans a debate under its caps, with replies as long as those of the panel's earlier runs in the journal. `name` is
 * the panel's name there.
 */
export async function planDebate(
  { budget, journal }: Pick<DebateConfig<never>, "budget" | "journal">,
  resolved: ResolvedConfig,
  question: Question,
  name?: string,
): Promise<DebatePlan> {
  const caps = budget === undefined ? {} : await readPlannedCaps(openBudget(budget));
  const members = resolved.members.map((member) => ({
    name: member.name,
    model: member.model.id,
  }));
  // A journal that can't be read is no reason not to plan: the run itself says what is wrong with it.
  const panel = { name, members, isReview: isReview(resolved) };
  const learned = await findReplyLengths(journal, panel).catch(() => NOTHING_LEARNED);
  return createPlan(resolved, question, caps, learned);
}
