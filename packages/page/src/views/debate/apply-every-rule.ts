import type { DebateRecord } from "@rostrum/core/record";
import { type VoteDecision, choose, countRecorded } from "@rostrum/core/decide";
import { groupVotes } from "../../record/groups.ts";
import { DECISION_RULES } from "../compared-rules.ts";

/** Result of one rule on the votes. */
export interface Ruling {
  name: string;
  /** The rule in a sentence. */
  description: string;
  choice: VoteDecision;
  answer: string;
  /** Members who gave this answer. */
  supporters: string[];
}

/** Applies every rule that needs no further call to the same votes. */
export function applyEveryRule({ result, started }: DebateRecord): Ruling[] {
  const { votes, clusters } = groupVotes(result);
  const panel = started?.panel ?? [];
  if (clusters.length === 0) return [];
  const count = countRecorded(result, panel, { votes, clusters, basis: result.decision.basis });
  return DECISION_RULES.map(([name, description, rule]) => {
    const choice = choose(rule, count);
    const cluster = clusters[choice.cluster];
    const supporters = (cluster?.members ?? []).map((member) => panel[member]?.name ?? "");
    return {
      name,
      description,
      choice,
      answer: votes[choice.winner]?.answer ?? "",
      supporters,
    };
  });
}
