import { describeClusters, findLatestVote, findLatestVotes } from "../decide/index.ts";
import type { Difference, Position, Round } from "../protocol/position.ts";
import type {
  Compared,
  Decision,
  Integrity,
  MindChange,
  PartialResult,
  WhatIf,
  WhatIfs,
} from "../protocol/result.ts";
import { sumCosts } from "../protocol/costs.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import { toSpend } from "../protocol/spend.ts";
import {
  addInquiries,
  type Facts,
  getFailedCritique,
  getFailedQuotes,
  listFailedInquiryQuotes,
  listMissingInquiries,
} from "./facts.ts";
import { listDegradations } from "./degradations.ts";
import { describeShift } from "./describe-shift.ts";
import { keepCurrent } from "./differences.ts";
import { findHeadline } from "./headline.ts";
import { listOverruled } from "./overruled.ts";
import { describeRetries } from "./retry-warnings.ts";
import { formatAnswerText } from "./answer-text.ts";
import { listBlind, listWarnings, NOT_COMPARED } from "./warnings.ts";
import { sumCalls } from "./call-book.ts";

/** The result that the facts come to; of an unfinished debate, what is known so far. */
export function buildResult(facts: Facts): PartialResult {
  const { rounds, routed, decided, reviewed, started, book, inquiries, notes } = facts;
  // The router's reply was paid for. Without a round, it is all that is known.
  const single = routed?.routing === "single_agent" || rounds.length === 0 ? routed : null;
  // A person's review overrides the panel's decision.
  const stands = reviewed ?? decided;
  // A corrected answer has the confidence of the debater who holds it.
  const corrected = reviewed?.review.verdict === "correct";
  const basis = corrected ? "self_reported" : decided?.confidenceBasis;
  const whatIf = computeWhatIfs(rounds);
  const { usage, costUsd } = sumCalls(book.list());
  const { skipped } = countCompared(facts);
  const integrity = describeIntegrity(facts);
  if (single && single.calls.length > 0) {
    whatIf.single = { answer: single.answer, ...toSpend(sumCosts(single.calls)) };
  }
  const result: PartialResult = {
    id: facts.id,
    question: started?.question ?? "",
    answer: stands?.answer ?? null,
    headline: findHeadline(formatAnswerText(stands), facts.kind),
    unit: stands?.unit ?? null,
    text: stands?.text ?? "",
    reasoning: stands?.reasoning ?? "",
    confidence: stands?.confidence ?? null,
    confidenceBasis: stands?.confidence == null ? null : (basis ?? null),
    winner: stands?.winner ?? null,
    decision: describeDecision(decided, reviewed),
    dissent: listDissenters(facts),
    differences: listDifferences(facts),
    rounds,
    routing: routed?.routing ?? "debate",
    converged: facts.converged,
    agreement: stands?.agreement ?? null,
    stopReason: decided?.stopReason ?? "unfinished",
    escalateToHuman: facts.escalated,
    stakes: decided?.stakes ?? null,
    guarantee: decided?.guarantee ?? null,
    cruxes: [],
    integrity,
    whatIf,
    warnings: [
      ...(started?.warnings ?? []),
      ...listDegradations(integrity, rounds),
      ...describeRetries(book.list(), facts.names),
      ...listWarnings(rounds, started?.panel ?? [], decided),
      ...(skipped > 0 ? [NOT_COMPARED] : []),
      ...(decided?.shift?.alarm ? [describeShift(decided.shift.alarm)] : []),
      ...facts.watching,
    ],
    usage,
    costUsd,
    durationMs: facts.durationMs,
  };
  if (decided?.shift) result.shift = decided.shift;
  if (decided?.swap) result.swap = decided.swap;
  if (decided?.findings) result.findings = decided.findings;
  if (decided?.verdict) result.verdict = decided.verdict;
  if (decided?.scores) result.scores = decided.scores;
  if (decided?.ranking) result.ranking = decided.ranking;
  if (reviewed) result.review = reviewed.review;
  if (facts.outcome) result.outcome = facts.outcome;
  if (notes.length > 0) result.notes = [...notes];
  addInquiries(inquiries, result);
  result.warnings.unshift(...listOverruled(result));
  return result;
}

/** What the last comparison of positions found, as far as it still holds. */
function listDifferences({ compared, rounds }: Facts): Difference[] {
  const last = compared.findLast(({ what }) => what === "positions");
  return last?.differences ? keepCurrent(last.differences, last.round, rounds) : [];
}

function listDissenters({ rounds, decided, reviewed, names: panel }: Facts): Position[] {
  const names = (reviewed ?? decided)?.dissent ?? [];
  if (names.length === 0) return [];
  return findLatestVotes(rounds, panel.length).filter(
    (vote): vote is Position => vote !== null && names.includes(vote.debater),
  );
}

/** How the answer came about, with what judges and signatories add. A person may have regrouped the votes since. */
function describeDecision(
  decided: SynthesizedEvent | null,
  reviewed: ReviewedEvent | null,
): Decision {
  const { judgment, justification, judgedDissent, citations } = decided ?? {};
  const { signedOff, ordersAgree } = decided ?? {};
  const decision: Decision = {
    method: decided?.method ?? "none",
    basis: decided?.basis ?? "exact",
    tally: reviewed?.regrouped?.tally ?? decided?.tally ?? [],
  };
  if (judgment !== undefined) decision.judgment = judgment;
  if (justification !== undefined) decision.justification = justification;
  if (judgedDissent !== undefined) decision.dissent = judgedDissent;
  if (citations !== undefined) decision.citations = citations;
  if (signedOff !== undefined) decision.signedOff = signedOff;
  if (ordersAgree !== undefined) decision.ordersAgree = ordersAgree;
  return decision;
}

/** Whether a debate went as planned, and what did not. */
export function describeIntegrity(facts: Facts): Integrity {
  const { rounds, routed, decided, reviewed, book, inquiries } = facts;
  const positions = rounds.flatMap((round) => round.positions);
  const { dropped, unread, truncated } = countSilence(positions);
  const fallback = decided?.fallback ?? null;
  const all = [
    ...(routed?.missing ?? []),
    ...facts.missing,
    ...(decided?.missing ?? []),
    ...(reviewed?.missing ?? []),
    ...listMissingInquiries(inquiries),
  ];
  const failedQuotes = [
    ...positions.flatMap(getFailedCritique),
    ...(decided === null ? [] : getFailedQuotes(decided)),
    ...listFailedInquiryQuotes(inquiries),
  ];
  const { planned, completed } = book.count();
  const blind = listBlind(positions);
  return {
    planned,
    completed,
    degraded:
      blind.some(({ why }) => why === "says_so") ||
      rounds.some(({ shortfall }) => shortfall !== undefined) ||
      dropped.length > 0 ||
      unread > 0 ||
      all.length > 0 ||
      failedQuotes.length > 0 ||
      fallback !== null,
    reissued: facts.reissued,
    dropped,
    unread,
    truncated,
    clarified: countClarified(facts, positions),
    fallback,
    compared: countCompared(facts),
    unverifiedQuotes: failedQuotes.length,
    failedQuotes,
    ...(blind.length === 0 ? {} : { blind }),
    missing: all,
  };
}

/** Replies that were asked for again. A position that is kept was asked for in an earlier round. */
function countClarified(facts: Facts, positions: readonly Position[]): number {
  const { routed, decided, compared, balloted, inquiries } = facts;
  const ballots = balloted?.ballots ?? [];
  const replies = [...positions, routed, ...compared, ...ballots, decided, ...inquiries];
  return replies.filter((reply) => reply?.clarified).length;
}

/** A summary of all calls that compare answers. */
export function countCompared({ compared }: Facts): Compared {
  const sum: Compared = { asked: 0, failed: 0, skipped: 0 };
  for (const { asked, failed, skipped } of compared) {
    sum.asked += asked;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** Replies that did not come, or could not be read. */
function countSilence(
  positions: readonly Position[],
): Pick<Integrity, "dropped" | "unread" | "truncated"> {
  const unread = positions.filter(({ status }) => status === "unread");
  return {
    dropped: positions
      .filter(({ status }) => status === "failed")
      .map(({ debater, round, error = "" }) => ({ debater, round, error })),
    unread: unread.length,
    truncated: unread.filter(({ truncated }) => truncated).length,
  };
}

/** What cheaper methods would have answered, computed from the recorded rounds. */
export function computeWhatIfs(rounds: readonly Round[]): WhatIfs {
  const first = rounds[0]?.positions ?? [];
  const best = findMostConfident(first);
  const whatIfs: WhatIfs = {
    single: describeSingle(first[0]),
    roundZeroVote: describeWhatIf(findMajority(first), first),
    changed: listMindChanges(rounds),
  };
  if (best) whatIfs.bestSingle = describeSingle(best);
  return whatIfs;
}

/** One debater's independent answer and its cost. */
export function describeSingle(position: Position | undefined): WhatIf {
  return describeWhatIf(position?.answer ?? null, position ? [position] : []);
}

/** The majority of one round's positions, by the clusters that were found in it. */
export function findMajority(positions: readonly Position[]): string | null {
  const largest = positions.flatMap(({ cluster }, member) => (cluster === 0 ? [member] : []));
  return largest.length === 0 ? null : (describeClusters([largest], positions)[0]?.answer ?? null);
}

/** Every change of answer, measured against the member's previous vote. */
export function listMindChanges(rounds: readonly Round[]): MindChange[] {
  const changes: MindChange[] = [];
  rounds.forEach(({ index: round, positions }, at) => {
    positions.forEach(({ changed, debater, answer: to }, member) => {
      if (!changed) return;
      const before = findLatestVote(rounds.slice(0, at), member);
      changes.push({ round, debater, from: before?.answer ?? null, to });
    });
  });
  return changes;
}

function findMostConfident(positions: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const position of positions) {
    if (position.answer === null || position.confidence === null) continue;
    if (best === undefined || position.confidence > (best.confidence ?? 0)) best = position;
  }
  return best;
}

/** An answer, and what the positions it is made from took. */
function describeWhatIf(answer: string | null, positions: readonly Position[]): WhatIf {
  const costs = positions
    .filter(({ status }) => status !== "not_asked")
    .map(({ attempts = 1, usage = {}, costUsd = null }) => ({ attempts, usage, costUsd }));
  const { calls, tokens, usd } = toSpend(sumCosts(costs));
  return { answer, calls, tokens, usd };
}
