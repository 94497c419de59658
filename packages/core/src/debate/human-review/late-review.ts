import { ConfigError } from "../../errors.ts";
import { createAutoReader, createReader } from "../../answers/create-reader.ts";
import { getKindName, isReadByName } from "../../answers/answer-kinds.ts";
import { central, majority, weighted } from "../../decide/factories.ts";
import { createClusters, findLastCounting, findLatestVotes } from "../../decide/votes.ts";
import { countRecorded, type VotingRule } from "../../decide/choose.ts";
import type { AnswerKind, AnswerReader } from "../../protocol/answer.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../../protocol/events.ts";
import type { Review } from "../../protocol/settings.ts";
import { countAskedInRounds } from "../../record/asked-members.ts";
import type { DebateRecord } from "../../record/recorder.ts";
import {
  createReviewedEvent,
  placeGroups,
  readWords,
  recount,
  refuseUnreadableCorrection,
  type Regrouped,
  type Voter,
} from "./review.ts";

/** Debaters with an answer, which a review of a recorded debate may group. */
export function recordedVoters({ result, started }: DebateRecord): string[] {
  return findLatestVotes(result.rounds, started?.panel.length ?? 0).flatMap((vote) =>
    vote && vote.side === undefined ? [vote.debater] : [],
  );
}

/**
 * Applies a person's review to a finished debate, from its record alone: the panel may have changed since, and no
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
  const reader = readerFromRecord(record, kind);
  refuseUnreadableCorrection(reader, kind ?? recordedKind(record), review);
  if (review.groups && reader === null)
    throw new ConfigError(
      "review.groups",
      "these answers can only be grouped again while the debate waits; settle it with an answer instead",
    );
  const voterNames = recordedVoters(record);
  const voters: Voter[] = findLatestVotes(result.rounds, names.length).flatMap((vote, index) =>
    vote && voterNames.includes(vote.debater)
      ? [{ index, vote, value: readWords(reader, vote.answer ?? "") }]
      : [],
  );
  const regrouped =
    review.groups && reader
      ? recountRecorded(record, decided, placeGroups(review.groups, names), voters, reader)
      : null;
  const tallyGroups = decided.tally.map(({ debaters }) =>
    debaters.map((name) => names.indexOf(name)),
  );
  const votes = { voters, askedCount: countAskedInRounds(result.rounds) };
  return createReviewedEvent(reader, votes, review, decided, regrouped, tallyGroups);
}

/** The rule that a decision was made by, if it needs only the votes. Otherwise the groups only say who shares the answer. */
function readVotingRule(started: DebateRecord["started"], method: string): VotingRule | null {
  switch (method) {
    case "majority":
      return majority({ keepLeader: started?.keepLeader ?? true });
    case "weighted":
      return weighted();
    case "central":
      return central();
    default:
      return null;
  }
}

function recountRecorded(
  record: DebateRecord,
  decided: SynthesizedEvent,
  groups: readonly (readonly number[])[],
  voters: readonly Voter[],
  reader: AnswerReader,
): Regrouped {
  const { result, started } = record;
  const panel = started?.panel ?? [];
  const last = findLastCounting(result.rounds);
  const askedCount = countAskedInRounds(result.rounds);
  const at = (index: number): Voter | undefined => voters.find((voter) => voter.index === index);
  const votes = panel.map((_, index) => at(index)?.vote ?? null);
  const clusters = createClusters(groups, votes);
  const count = countRecorded(result, panel, { votes, clusters, basis: decided.basis });
  const voteTally = {
    count,
    votes,
    clusters,
    values: panel.map((_, index) => at(index)?.value ?? null),
    reader,
    basisWith: () => decided.basis,
    askedCount,
    confirmed: [],
    isVetoed: () => false,
  };
  return recount({
    voteTally,
    decided,
    groups,
    agreement: (groups[0]?.length ?? 0) / Math.max(1, askedCount),
    rule: readVotingRule(started, decided.method),
    independent: last?.index === 0,
  });
}

/** Accepts any JSON, because a record doesn't contain the schema. */
const ANYTHING = {
  "~standard": { version: 1, vendor: "rostrum", validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Reads answers as a recorded debate did. Its record names the kind of answer, not the kind's settings, so a
 * caller that knows the kind passes it. `null`: only the debate's own program can read them.
 */
function readerFromRecord(
  record: DebateRecord,
  answerKind: AnswerKind<unknown> | undefined,
): AnswerReader | null {
  const { question, rounds } = record.result;
  const kind = answerKind ?? recordedKind(record);
  const name = getKindName(kind);
  if (name === "auto") {
    const first = (rounds[0]?.positions ?? []).filter(
      ({ status, truncated }) => (status === "spoke" || status === "unread") && !truncated,
    );
    return createAutoReader(question, first);
  }
  if (isReadByName(kind)) return createReader(kind, question);
  if (answerKind && WITH_SETTINGS.has(name)) return createReader(answerKind, question);
  if (name === "choice") return readerWithOptions(question, listAnswers(rounds));
  return name === "json" ? createReader({ type: "json", schema: ANYTHING }, question) : null;
}

function recordedKind({ started }: DebateRecord): AnswerKind<unknown> {
  return (started?.rules.answer as AnswerKind<unknown> | undefined) ?? "auto";
}

/** Kinds whose answers can be read again only with the caller's settings. Scores and code can't be read again at all. */
const WITH_SETTINGS: ReadonlySet<string> = new Set(["choice", "json", "custom"]);

/** Lists the debaters' answers, each wording once. */
function listAnswers(rounds: DebateRecord["result"]["rounds"]): string[] {
  const answers = rounds.flatMap(({ positions }) => positions.map(({ answer }) => answer));
  return [...new Set(answers.filter((answer) => answer !== null))];
}

/** Options that debaters chose are known. Any other option is taken as written. */
function readerWithOptions(question: string, options: readonly string[]): AnswerReader | null {
  const optionReader = createReader<string>({ type: "choice", options: [...options] }, question);
  const other = createReader<string>("exact", question);
  return (
    optionReader && {
      ...(optionReader as AnswerReader),
      read: (reading, text) =>
        optionReader.read(reading, text) ?? other?.read(reading, text) ?? null,
    }
  );
}
