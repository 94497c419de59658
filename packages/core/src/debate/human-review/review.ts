import { readReply } from "../../answers/read-reply.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import { choose, isVotingRule, type VotingRule } from "../../decide/choose.ts";
import { findLastCounting, countTally } from "../../decide/votes.ts";
import { majority } from "../../decide/factories.ts";
import { fail } from "../../options/describe.ts";
import { getKindName } from "../../answers/answer-kinds.ts";
import type { AnswerKind, AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../../protocol/events.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { Review } from "../../protocol/settings.ts";
import { isTied } from "../../record/tie.ts";
import { describeAnswerForm, shortenLine } from "../prompts/reply-form.ts";
import { decidedByVote, expressAnswer } from "../deciding/conclude.ts";
import type { DebateState } from "../state/state.ts";
import { computeAgreement, countAskedSeats, countVotes, type VoteTally } from "../rounds/votes.ts";

/** Reasons for a person to review a decision. */
export interface Doubt {
  agreement: number | null;
  tied: boolean;
}

/** Low agreement, or no single leader. */
export function findDoubt({ config, ports }: DebateState, decided: SynthesizedEvent): Doubt | null {
  const { agreement } = decided;
  // With stakes, only the expected cost of an error decides who should review.
  if (config.stakes !== null && decided.method !== "routed") {
    return decided.stopReason === "handed_over" ? { agreement, tied: false } : null;
  }
  // A confirmed answer needs no agreement.
  if (decided.confirmed) return null;
  const tied = isTied(decided) || lacksLead(config, decided);
  const doubtful =
    (agreement !== null && agreement < config.escalateBelow) ||
    tied ||
    decided.method === "vetoed" ||
    isMostlyUnread(ports.rounds);
  return doubtful ? { agreement, tied } : null;
}

/** Most of the members asked gave no answer, so the others don't speak for the panel. */
function isMostlyUnread(rounds: readonly Round[]): boolean {
  const positions = findLastCounting(rounds)?.positions ?? [];
  const askedPositions = positions.filter(({ status }) => status !== "not_asked");
  return (
    2 * askedPositions.filter(({ status }) => status === "unread").length > askedPositions.length
  );
}

/** The required lead was not reached. */
function lacksLead(
  { poll }: DebateState["config"],
  { method, stopReason }: SynthesizedEvent,
): boolean {
  const leading = poll !== null && typeof poll !== "function" && poll.type === "lead";
  return leading && method !== "routed" && stopReason !== "decided";
}

/** Marks the decision for review, and waits for a person if the config asks for it. */
export async function escalate(
  state: DebateState,
  decided: SynthesizedEvent,
  doubt: Doubt,
): Promise<void> {
  const { config, ports } = state;
  const waiting = config.onEscalate === "wait";
  ports.emit({ type: "debate.escalated", ...doubt, waiting });
  if (!waiting) return;
  const voters = state.seats.flatMap(({ index, vote, value }) =>
    vote ? [{ index, vote, value }] : [],
  );
  const review = await ports.review(
    voters.map(({ vote }) => vote.debater),
    (said) => refuseUnreadableCorrection(state.reader, config.answer, said),
  );
  const regrouped = review.groups ? await countByGroups(state, decided, review.groups) : null;
  const votes = { voters, askedCount: countAskedSeats(state.seats) };
  ports.emit(createReviewedEvent(state.reader, votes, review, decided, regrouped, []));
}

/** The event of a person's review. */
export function createReviewedEvent(
  reader: AnswerReader | null,
  votes: CountedVotes,
  review: Review,
  decided: SynthesizedEvent,
  regrouped: Regrouped | null,
  /** Groups of the decision, if the person made none. */
  panelGroups: readonly (readonly number[])[],
): ReviewedEvent {
  const { decided: before, groups } = regrouped ?? { decided, groups: panelGroups };
  return {
    type: "debate.reviewed",
    review,
    ...applyReview(reader, votes, before, review, groups),
    ...(regrouped && { regrouped: { tally: before.tally, agreement: regrouped.agreement } }),
  };
}

/** The votes as grouped by a person. */
export interface Regrouped {
  /** Decision that these groups lead to. */
  decided: SynthesizedEvent;
  agreement: number;
  /** Panel indexes by answer, largest group first. */
  groups: readonly (readonly number[])[];
}

/** Counts the votes by a person's groups and decides anew by the same rule. */
async function countByGroups(
  state: DebateState,
  decided: SynthesizedEvent,
  named: NonNullable<Review["groups"]>,
): Promise<Regrouped> {
  const { config, ports, seats } = state;
  const groups = placeGroups(
    named,
    config.members.map(({ name }) => name),
  );
  const { decide } = config;
  const rule = isVotingRule(decide) ? decide : majority();
  // The answer of a rule that asked a model doesn't depend on votes.
  const wasDecidedByRule = !isVotingRule(decide) && decided.method === decide.type;
  return recount({
    voteTally: await countVotes(state, groups),
    decided,
    groups,
    agreement: computeAgreement(seats, groups),
    rule: wasDecidedByRule || UNVOTED.has(decided.method) ? null : rule,
    independent: findLastCounting(ports.rounds)?.index === 0,
  });
}

/** Methods that replace the configured rule and don't depend on votes. */
const UNVOTED: ReadonlySet<string> = new Set(["judged", "verified", "vetoed"]);

/** Converts names to panel indexes, the largest group first. */
export function placeGroups(
  named: NonNullable<Review["groups"]>,
  members: readonly string[],
): number[][] {
  const places = new Map(members.map((name, index) => [name, index]));
  return named
    .map((names) => names.map((name) => places.get(name) ?? -1).sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

interface Recounting extends Regrouped {
  voteTally: VoteTally;
  /** `null`: the answer didn't depend on votes, so it is kept, and the groups say who shares it. */
  rule: VotingRule | null;
  independent: boolean;
}

export function recount(counting: Recounting): Regrouped {
  const { voteTally, decided, groups, agreement, rule, independent } = counting;
  const { count, votes, clusters } = voteTally;
  if (rule === null) {
    const winner = count.names.indexOf(decided.winner ?? "");
    const sharing = groups.find((group) => group.includes(winner));
    const dissentingVotes = votes.filter((vote, index) => vote && !sharing?.includes(index));
    const tally = countTally(clusters, votes, count.weights);
    const dissent = sharing ? dissentingVotes.map((vote) => vote?.debater ?? "") : decided.dissent;
    const support = sharing ? sharing.length / voteTally.askedCount : decided.agreement;
    return { decided: { ...decided, tally, dissent, agreement: support }, agreement, groups };
  }
  const choice = choose(rule, count);
  const voted = decidedByVote(voteTally, choice, { stopReason: decided.stopReason, independent });
  return { decided: voted, agreement, groups };
}

/** A member with an answer. */
export interface Voter {
  /** Panel index. */
  index: number;
  vote: Position;
  value: ReadAnswer<unknown> | null;
}

/** The members with an answer, and how many members were asked for one. */
export interface CountedVotes {
  voters: readonly Voter[];
  askedCount: number;
}

type ReviewedAnswer = Omit<ReviewedEvent, "type" | "review" | "regrouped">;

/** The answer after a person's review, and its holders. */
function applyReview(
  reader: AnswerReader | null,
  { voters, askedCount }: CountedVotes,
  /** Result before the review. */
  { answer, unit, winner, text, reasoning, confidence, agreement, dissent }: ReviewedAnswer,
  review: Review,
  /** Panel indexes of the members that count as giving the same answer. */
  groups: readonly (readonly number[])[],
): ReviewedAnswer {
  if (review.verdict === "confirm")
    return { answer, unit, winner, text, reasoning, confidence, agreement, dissent };
  const everybody = voters.map(({ vote }) => vote.debater);
  const withoutHolders = {
    winner: null,
    text: "",
    reasoning: "",
    confidence: null,
    agreement: askedCount === 0 ? null : 0,
    dissent: everybody,
  };
  if (review.verdict === "reject" || review.answer === undefined)
    return { ...withoutHolders, answer: null, unit: null, agreement: null };
  // A corrected answer is read like any other, so that it has the same type.
  const reviewedAnswer = review.answer;
  const read = readWords(reader, reviewedAnswer);
  if (read === null || reader === null) {
    const error = "The corrected answer could not be read as the kind of answer asked for";
    const missing = [{ what: "review" as const, partial: true as const, error }];
    return { ...withoutHolders, answer: reviewedAnswer, unit: null, text: reviewedAnswer, missing };
  }
  const exact = voters.filter(({ value }) => value && isSameAnswer(reader, value, read));
  const [first] = exact;
  // Members that were grouped with a holder of the answer hold it, too.
  const shared = groups.filter((group) => exact.some(({ index }) => group.includes(index)));
  const grouped = new Set(shared.flat());
  const holders = voters.filter((voter) => exact.includes(voter) || grouped.has(voter.index));
  const expressed = expressAnswer(reader, read, [
    read,
    ...holders.flatMap(({ value }) => value ?? []),
  ]);
  if (!first) return { ...withoutHolders, ...expressed, text: reviewedAnswer };
  return {
    ...expressed,
    winner: first.vote.debater,
    text: first.vote.text,
    reasoning: first.vote.reasoning,
    confidence: first.vote.confidence,
    agreement: holders.length / askedCount,
    dissent: voters.filter((voter) => !holders.includes(voter)).map(({ vote }) => vote.debater),
  };
}

/** Refuses a corrected answer that is not of the debate's kind: programs rely on the type of the answer. */
export function refuseUnreadableCorrection(
  reader: AnswerReader | null,
  kind: AnswerKind<unknown>,
  { verdict, answer }: Review,
): void {
  if (verdict !== "correct" || answer === undefined) return;
  if (reader === null && NOT_TEXT.has(getKindName(kind)))
    return fail("review.verdict", `"confirm" or "reject" for answers of this kind`, verdict);
  if (reader === null || readWords(reader, answer) !== null) return;
  const problem = reader.explain?.(asReading(answer)) ?? null;
  const form = describeAnswerForm(kind);
  const expected = problem === null ? form : `${form} (${shortenLine(problem, 600)})`;
  fail("review.answer", expected, shortenLine(answer, 100));
}

/** Kinds whose answers are neither a text nor can be read from a record alone. */
const NOT_TEXT: ReadonlySet<string> = new Set(["score", "findings"]);

/** Reads words that are the whole answer, as the kind reads answers. */
export function readWords(reader: AnswerReader | null, words: string): ReadAnswer<unknown> | null {
  return reader?.read(asReading(words), words) ?? null;
}

function asReading(words: string): Reading {
  return { ...readReply(words), answer: words, from: "section" };
}
