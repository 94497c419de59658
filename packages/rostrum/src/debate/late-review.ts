import {
  describeClusters,
  lastCounting,
  latestVotes,
  recordedCount,
  type VotingRule,
} from "../decide/index.ts";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import type { Review } from "../protocol/settings.ts";
import type { DebateRecord } from "../record/index.ts";
import { countOf } from "./escalate.ts";
import { recordedReader } from "./recorded-reader.ts";
import { placedGroups, recount, type Regrouped } from "./regroup.ts";
import { readWords, settled, type Voter } from "./settled.ts";

/** The debaters with an answer, whom a review of a recorded debate may group. */
export function recordedVoters({ result, started }: DebateRecord): string[] {
  return latestVotes(result.rounds, started?.panel.length ?? 0).flatMap((vote) =>
    vote && vote.side === undefined ? [vote.debater] : [],
  );
}

/**
 * A person's review of a debate that is over, from its record alone: its panel may have changed since, and no
 * model is called.
 */
export function lateReview(
  record: DebateRecord,
  decided: SynthesizedEvent,
  review: Review,
  kind?: AnswerKind<unknown>,
): ReviewedEvent {
  const { result, started } = record;
  const names = (started?.panel ?? []).map(({ name }) => name);
  const reader = recordedReader(record, kind);
  const asked = recordedVoters(record);
  const voters: Voter[] = latestVotes(result.rounds, names.length).flatMap((vote, index) =>
    vote && asked.includes(vote.debater)
      ? [{ index, vote, value: readWords(reader, vote.answer ?? "") }]
      : [],
  );
  const regrouped =
    review.groups && reader
      ? recounted(record, decided, placedGroups(review.groups, names), voters, reader)
      : null;
  const own = decided.tally.map(({ debaters }) => debaters.map((name) => names.indexOf(name)));
  const groups = regrouped?.groups ?? own;
  return {
    type: "debate.reviewed",
    review,
    ...settled(reader, voters, regrouped?.decided ?? decided, review, groups),
    ...(regrouped && { regrouped: countOf(regrouped) }),
  };
}

/** Rules that need nothing but the votes. What another rule decided stands, and the groups say who shares it. */
const RULES: Record<string, VotingRule> = {
  majority: { type: "majority", keepLeader: false },
  weighted: { type: "weighted" },
  central: { type: "central" },
};

function recounted(
  { result, started }: DebateRecord,
  decided: SynthesizedEvent,
  groups: readonly (readonly number[])[],
  voters: readonly Voter[],
  reader: AnswerReader,
): Regrouped {
  const panel = started?.panel ?? [];
  const last = lastCounting(result.rounds);
  const at = (index: number): Voter | undefined => voters.find((voter) => voter.index === index);
  const votes = panel.map((_, index) => at(index)?.vote ?? null);
  const clusters = describeClusters(groups, votes);
  const count = recordedCount(result, panel, { votes, clusters, basis: decided.basis });
  const ballots = {
    count,
    clusters,
    values: panel.map((_, index) => at(index)?.value ?? null),
    reader,
    basisWith: () => decided.basis,
    locked: null,
    isVetoed: () => false,
  };
  const largest = Math.max(0, ...decided.tally.map(({ debaters }) => debaters.length));
  // The agreement says how many members it was a share of.
  const asked = last?.agreement ? Math.round(largest / last.agreement) : voters.length;
  return recount({
    ballots,
    decided,
    groups,
    agreement: (groups[0]?.length ?? 0) / Math.max(1, asked),
    rule: RULES[decided.method] ?? null,
    independent: last?.index === 0,
  });
}
