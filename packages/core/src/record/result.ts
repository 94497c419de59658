import { omitUndefined } from "../omit-undefined.ts";
import { createClusters, findLatestVote, findLatestVotes } from "../decide/votes.ts";
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
  type RecordState,
  getFailedCritique,
  getFailedQuotes,
  listFailedInquiryQuotes,
  listMissingInquiries,
} from "./record-state.ts";
import { describeBudgetEnd } from "./budget-warning.ts";
import { listDegradations } from "./degradations.ts";
import { describeShift } from "./describe-shift.ts";
import { keepCurrent } from "./differences.ts";
import { findHeadline } from "./headline.ts";
import { listEscalated } from "./escalation.ts";
import { listOverruled } from "./overruled.ts";
import { describeCalls } from "./call-warnings.ts";
import { formatAnswerText } from "./answer-text.ts";
import { listBlind, listWarnings, NOT_COMPARED } from "./warnings.ts";
import { sumCalls } from "./call-log.ts";

/** Result of a debate. Partial if the debate is unfinished. */
export function buildResult(state: RecordState): PartialResult {
  const { rounds, routed, decided, reviewed, started, callLog, inquiries, notes } = state;
  // The router's reply was paid for. Without a round, it is the only answer.
  const single = routed?.routing === "single_agent" || rounds.length === 0 ? routed : null;
  // A person's review overrides the panel's decision.
  const finalDecision = reviewed ?? decided;
  // A corrected answer has the confidence of the debater who gave it.
  const corrected = reviewed?.review.verdict === "correct";
  const basis = corrected ? "self_reported" : decided?.confidenceBasis;
  const whatIf = computeWhatIfs(rounds);
  const { usage, costUsd } = sumCalls(callLog.list());
  const { skipped } = countCompared(state);
  const integrity = createIntegrity(state);
  if (single && single.calls.length > 0) {
    whatIf.single = { answer: single.answer, ...toSpend(sumCosts(single.calls)) };
  }
  const result: PartialResult = {
    id: state.id,
    question: started?.question ?? "",
    answer: finalDecision?.answer ?? null,
    headline: findHeadline(
      formatAnswerText(finalDecision, state.kind),
      state.kind,
      finalDecision?.text,
    ),
    unit: finalDecision?.unit ?? null,
    text: finalDecision?.text ?? "",
    reasoning: finalDecision?.reasoning ?? "",
    confidence: finalDecision?.confidence ?? null,
    confidenceBasis: finalDecision?.confidence == null ? null : (basis ?? null),
    winner: finalDecision?.winner ?? null,
    decision: buildDecision(decided, reviewed),
    dissent: listDissenters(state),
    differences: recordedDifferences(state),
    rounds,
    routing: routed?.routing ?? "debate",
    converged: state.converged,
    agreement: finalDecision?.agreement ?? null,
    stopReason: decided?.stopReason ?? "unfinished",
    escalateToHuman: state.escalated,
    stakes: decided?.stakes ?? null,
    guarantee: decided?.guarantee ?? null,
    cruxes: [],
    integrity,
    whatIf,
    warnings: [
      ...(state.startWarnings ?? started?.warnings ?? []),
      ...describeBudgetEnd(state),
      ...listDegradations(integrity, rounds, decided?.findings !== undefined),
      ...describeCalls(callLog.list(), state.names),
      ...listWarnings(rounds, started?.panel ?? [], decided),
      ...(skipped > 0 ? [NOT_COMPARED] : []),
      ...(decided?.shift?.alarm ? [describeShift(decided.shift.alarm)] : []),
      ...state.endWarnings,
    ],
    usage,
    costUsd,
    durationMs: state.durationMs,
  };
  if (decided?.shift) result.shift = decided.shift;
  if (decided?.swap) result.swap = decided.swap;
  if (decided?.findings) result.findings = decided.findings;
  if (decided?.verdict) result.verdict = decided.verdict;
  if (decided?.scores) result.scores = decided.scores;
  if (decided?.ranking) result.ranking = decided.ranking;
  if (reviewed) result.review = reviewed.review;
  if (state.outcome) result.outcome = state.outcome;
  if (notes.length > 0) result.notes = [...notes];
  addInquiries(inquiries, result);
  result.warnings.unshift(...listOverruled(result), ...listEscalated(result));
  return result;
}

/** Differences found by the last comparison of positions, if still current. */
function recordedDifferences({ compared, rounds }: RecordState): Difference[] {
  const last = compared.findLast(({ what }) => what === "positions");
  return last?.differences ? keepCurrent(last.differences, last.round, rounds) : [];
}

function listDissenters({ rounds, decided, reviewed, names: panel }: RecordState): Position[] {
  const names = (reviewed ?? decided)?.dissent ?? [];
  if (names.length === 0) return [];
  return findLatestVotes(rounds, panel.length).filter(
    (vote): vote is Position => vote !== null && names.includes(vote.debater),
  );
}

/** Method of the decision, details from the judge, and votes as a person may have regrouped them. */
export function buildDecision(
  decided: SynthesizedEvent | null,
  reviewed: ReviewedEvent | null,
): Decision {
  return omitUndefined({
    method: decided?.method ?? "none",
    basis: decided?.basis ?? "exact",
    tally: reviewed?.regrouped?.tally ?? decided?.tally ?? [],
    judgment: decided?.judgment,
    justification: decided?.justification,
    dissent: decided?.judgedDissent,
    citations: decided?.citations,
    signedOff: decided?.signedOff,
    ordersAgree: decided?.ordersAgree,
  });
}

export function createIntegrity(state: RecordState): Integrity {
  const { rounds, routed, decided, reviewed, callLog, inquiries } = state;
  const positions = rounds.flatMap((round) => round.positions);
  const { dropped, unread, truncated } = countLostReplies(positions);
  const fallback = decided?.fallback ?? null;
  const missing = [
    ...(routed?.missing ?? []),
    ...state.missing,
    ...(decided?.missing ?? []),
    ...(reviewed?.missing ?? []),
    ...listMissingInquiries(inquiries),
  ];
  const failedQuotes = [
    ...positions.flatMap(getFailedCritique),
    ...(decided === null ? [] : getFailedQuotes(decided)),
    ...listFailedInquiryQuotes(inquiries),
  ];
  const { planned, completed } = callLog.count();
  const blind = listBlind(positions);
  return {
    planned,
    completed,
    degraded:
      blind.some(({ why }) => why === "says_so") ||
      rounds.some(({ shortfall }) => shortfall !== undefined) ||
      dropped.length > 0 ||
      unread > 0 ||
      missing.length > 0 ||
      failedQuotes.length > 0 ||
      fallback !== null,
    reissued: state.reissued,
    dropped,
    unread,
    truncated,
    clarified: countClarified(state, positions),
    fallback,
    compared: countCompared(state),
    unverifiedQuotes: failedQuotes.length,
    failedQuotes,
    ...(blind.length === 0 ? {} : { blind }),
    missing,
  };
}

/** Counts replies that were requested again. Kept positions count in their original round. */
function countClarified(state: RecordState, positions: readonly Position[]): number {
  const { routed, decided, compared, balloted, inquiries } = state;
  const ballots = balloted?.ballots ?? [];
  const replies = [...positions, routed, ...compared, ...ballots, decided, ...inquiries];
  return replies.filter((reply) => reply?.clarified).length;
}

/** Sums over all comparison calls. */
function countCompared({ compared }: RecordState): Compared {
  const sum: Compared = { asked: 0, failed: 0, skipped: 0 };
  for (const { asked, failed, skipped } of compared) {
    sum.asked += asked;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** Replies that are missing or could not be read. */
function countLostReplies(
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

/** Answers of cheaper methods, computed from the recorded rounds. */
function computeWhatIfs(rounds: readonly Round[]): WhatIfs {
  const first = rounds[0]?.positions ?? [];
  const best = findBestSingle(first);
  const whatIfs: WhatIfs = {
    single: createSingleWhatIf(first[0]),
    roundZeroVote: createWhatIf(findMajority(first), first),
    changed: listMindChanges(rounds),
  };
  if (best) whatIfs.bestSingle = createSingleWhatIf(best);
  return whatIfs;
}

/** One debater's independent answer and its cost. */
export function createSingleWhatIf(position: Position | undefined): WhatIf {
  return createWhatIf(position?.answer ?? null, position ? [position] : []);
}

/** Majority answer of one round, by its clusters. */
export function findMajority(positions: readonly Position[]): string | null {
  const largest = positions.flatMap(({ cluster }, member) => (cluster === 0 ? [member] : []));
  return largest.length === 0 ? null : (createClusters([largest], positions)[0]?.answer ?? null);
}

/** Changes of answer, compared with the member's previous vote. */
function listMindChanges(rounds: readonly Round[]): MindChange[] {
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

function findBestSingle(positions: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const position of positions) {
    if (position.answer === null || position.confidence === null) continue;
    if (best === undefined || position.confidence > (best.confidence ?? 0)) best = position;
  }
  return best;
}

/** An answer and the cost of the positions that it is based on. */
function createWhatIf(answer: string | null, positions: readonly Position[]): WhatIf {
  const costs = positions
    .filter(({ status }) => status !== "not_asked")
    .map(({ attempts = 1, usage = {}, costUsd = null }) => ({ attempts, usage, costUsd }));
  const { calls, tokens, usd } = toSpend(sumCosts(costs));
  return { answer, calls, tokens, usd };
}
