import { choose, lastCounting, majority, tallyOf } from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { Review } from "../protocol/settings.ts";
import { ballotsOf } from "./ballots.ts";
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

/**
 * Counts the votes by a person's groups and decides anew by the same rule. What a judge, a checker or the
 * ballots decided was not a matter of votes: it stands, and the groups say who shares it.
 */
export async function regroup(
  state: DebateState,
  decided: SynthesizedEvent,
  named: NonNullable<Review["groups"]>,
): Promise<Regrouped> {
  const { config, ports, seats } = state;
  const places = new Map(config.members.map(({ name }, index) => [name, index]));
  const groups = named
    .map((names) => names.map((name) => places.get(name) ?? -1).sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
  const ballots = await ballotsOf(state, groups);
  const { count, clusters } = ballots;
  const agreement = agreementOf(seats, groups);
  if (["judged", "ranked", "verified", "vetoed"].includes(decided.method)) {
    const winner = places.get(decided.winner ?? "") ?? -1;
    const sharing = groups.find((group) => group.includes(winner));
    const others = seats.filter(({ vote, index }) => vote && !sharing?.includes(index));
    const tally = tallyOf(clusters, count.votes, count.weights);
    const dissent = sharing ? others.map(({ member }) => member.name) : decided.dissent;
    return { decided: { ...decided, tally, dissent }, agreement, groups };
  }
  const { decide } = config;
  const rule =
    typeof decide === "function" || (decide.type !== "judged" && decide.type !== "ranked")
      ? decide
      : majority();
  const independent = lastCounting(ports.rounds)?.index === 0;
  const choice = choose(rule, count);
  const voted = decidedByVote(ballots, choice, { stopReason: decided.stopReason, independent });
  return { decided: voted, agreement, groups };
}
