import type { DebateRecord } from "@rostrum/core/record";
import { type VoteDecision, choose, countRecorded, type VotingRule } from "@rostrum/core/decide";
import { groupVotes } from "../../record/groups.ts";

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

/** All fields are set, so that the page needs no table of defaults. */
const RULES: [string, string, VotingRule][] = [
  ["Majority", "the largest group", { type: "majority", keepLeader: false }],
  [
    "First leader",
    "the leader of the first round, unless another group is larger",
    { type: "majority", keepLeader: true },
  ],
  ["By confidence", "the largest sum of weight × confidence", { type: "weighted" }],
  ["Most typical", "the one that shares most words with the others", { type: "central" }],
  ["Most probable", "under cautious assumptions about the panel", { type: "posterior" }],
];

/** Applies every rule that needs no further call to the same votes. */
export function applyEveryRule({ result, started }: DebateRecord): Ruling[] {
  const { votes, clusters } = groupVotes(result);
  const panel = started?.panel ?? [];
  if (clusters.length === 0) return [];
  const count = countRecorded(result, panel, { votes, clusters, basis: result.decision.basis });
  return RULES.map(([name, description, rule]) => {
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
