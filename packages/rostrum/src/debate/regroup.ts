import { choose, lastCounting, majority, tallyOf, type VotingRule } from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { Review } from "../protocol/settings.ts";
import { ballotsOf, type Ballots } from "./ballots.ts";
import { decidedByVote } from "./decision.ts";
import { agreementOf } from "./standings.ts";
import type { DebateState } from "./state.ts";

/** The votes as a person has grouped them. */
export interface Regrouped {
  /** What they come to. */
  decided: SynthesizedEvent;
  agreement: number;
  /** Panel indexes by answer, largest group first. */
  groups: readonly (readonly number[])[];
}

/** Counts the votes by a person's groups and decides anew by the same rule. */
export async function regroup(
  state: DebateState,
  decided: SynthesizedEvent,
  named: NonNullable<Review["groups"]>,
): Promise<Regrouped> {
  const { config, ports, seats } = state;
  const groups = placedGroups(
    named,
    config.members.map(({ name }) => name),
  );
  const { decide } = config;
  const rule =
    typeof decide === "function" || (decide.type !== "judged" && decide.type !== "ranked")
      ? decide
      : majority();
  return recount({
    ballots: await ballotsOf(state, groups),
    decided,
    groups,
    agreement: agreementOf(seats, groups),
    rule: UNVOTED.has(decided.method) ? null : rule,
    independent: lastCounting(ports.rounds)?.index === 0,
  });
}

/** Methods under which the answer is not a matter of votes. */
const UNVOTED: ReadonlySet<string> = new Set(["judged", "ranked", "verified", "vetoed"]);

/** Places in the panel instead of names, the largest group first. */
export function placedGroups(
  named: NonNullable<Review["groups"]>,
  members: readonly string[],
): number[][] {
  const places = new Map(members.map((name, index) => [name, index]));
  return named
    .map((names) => names.map((name) => places.get(name) ?? -1).sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

export interface Recounting {
  ballots: Ballots;
  decided: SynthesizedEvent;
  groups: readonly (readonly number[])[];
  agreement: number;
  /** `null`: the answer was not a matter of votes, so it stands, and the groups say who shares it. */
  rule: VotingRule | null;
  independent: boolean;
}

export function recount(counting: Recounting): Regrouped {
  const { ballots, decided, groups, agreement, rule, independent } = counting;
  const { count, clusters } = ballots;
  if (rule === null) {
    const winner = count.names.indexOf(decided.winner ?? "");
    const sharing = groups.find((group) => group.includes(winner));
    const others = count.votes.filter((vote, index) => vote && !sharing?.includes(index));
    const tally = tallyOf(clusters, count.votes, count.weights);
    const dissent = sharing ? others.map((vote) => vote?.debater ?? "") : decided.dissent;
    return { decided: { ...decided, tally, dissent }, agreement, groups };
  }
  const choice = choose(rule, count);
  const voted = decidedByVote(ballots, choice, { stopReason: decided.stopReason, independent });
  return { decided: voted, agreement, groups };
}
