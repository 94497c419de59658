import { lastCounting, latestVotes } from "../decide/index.ts";
import type { Position } from "../protocol/position.ts";
import type { Integrity, PartialResult } from "../protocol/result.ts";
import { spendOf } from "../protocol/spend.ts";
import { getFailedCritique, getFailedQuotes } from "../protocol/failed-quotes.ts";
import type { Facts } from "./facts.ts";
import { decisionOf, silenceIn } from "./result-parts.ts";
import { NOT_COMPARED, warningsAbout } from "./warnings.ts";
import { whatIfOf } from "./what-if.ts";

/** The result that the facts come to; of an unfinished debate, what is known so far. */
export function resultOf(facts: Facts): PartialResult {
  const { rounds, routed, decided, reviewed, started, book, inquiries, notes } = facts;
  // The router's reply was paid for. Without a round, it is all that is known.
  const single = routed?.routing === "single_agent" || rounds.length === 0 ? routed : null;
  // A person's review overrides the panel's decision.
  const stands = reviewed ?? decided;
  // A corrected answer has the confidence of the debater who holds it.
  const corrected = reviewed?.review.verdict === "correct";
  const basis = corrected ? "self_reported" : decided?.confidenceBasis;
  const whatIf = whatIfOf(rounds);
  const { usage, costUsd, planned, completed } = book.sums(inquiries.all());
  const { skipped } = book.compared();
  if (single?.call) {
    whatIf.single = { answer: single.answer, ...spendOf(single.call) };
  }
  // Field by field, because a literal in which fields follow a spread is several times slower.
  const whole: Partial<PartialResult> = {
    id: facts.id,
    question: started?.question ?? "",
    answer: stands?.answer ?? null,
    unit: stands?.unit ?? null,
    text: stands?.text ?? "",
    reasoning: stands?.reasoning ?? "",
    confidence: stands?.confidence ?? null,
    confidenceBasis: stands?.confidence == null ? null : (basis ?? null),
    winner: stands?.winner ?? null,
    decision: decisionOf(decided, reviewed),
  };
  if (decided?.swap) whole.swap = decided.swap;
  if (decided?.findings) whole.findings = decided.findings;
  if (decided?.ranking) whole.ranking = decided.ranking;
  whole.dissent = dissenters(facts);
  whole.rounds = rounds;
  whole.routing = routed?.routing ?? "debate";
  whole.converged = facts.converged;
  whole.agreement = lastCounting(rounds)?.agreement ?? null;
  whole.stopReason = decided?.stopReason ?? "unfinished";
  whole.escalateToHuman = facts.escalated;
  whole.stakes = decided?.stakes ?? null;
  whole.guarantee = decided?.guarantee ?? null;
  if (reviewed) whole.review = reviewed.review;
  if (notes) whole.notes = [...notes];
  inquiries.addTo(whole);
  whole.integrity = integrity(facts, planned, completed);
  whole.whatIf = whatIf;
  whole.warnings = [
    ...(started?.warnings ?? []),
    ...warningsAbout(rounds, started?.panel ?? [], decided),
    ...(skipped > 0 ? [NOT_COMPARED] : []),
    ...facts.watching,
  ];
  whole.usage = usage;
  whole.costUsd = costUsd;
  whole.durationMs = facts.durationMs;
  return whole as PartialResult;
}

function integrity(facts: Facts, planned: number, completed: number): Integrity {
  const { rounds, routed, decided, reviewed, book, inquiries } = facts;
  const { dropped, unread, truncated } = silenceIn(rounds);
  const fallback = decided?.fallback ?? null;
  const all = [
    ...(routed?.missing ?? []),
    ...(facts.missing?.flat() ?? []),
    ...(decided?.missing ?? []),
    ...(reviewed?.missing ?? []),
    ...inquiries.missing(),
  ];
  const failedQuotes = [
    ...rounds.flatMap(({ positions }) =>
      positions.flatMap(({ debater, critique }) => getFailedCritique(debater, critique)),
    ),
    ...(decided === null ? [] : getFailedQuotes(decided)),
    ...inquiries.failedQuotes(),
  ];
  return {
    planned,
    completed,
    degraded:
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
    clarified: clarifiedIn(facts),
    fallback,
    compared: book.compared(),
    unverifiedQuotes: failedQuotes.length,
    failedQuotes,
    missing: all,
  };
}

/** A position that is kept was asked for in an earlier round. */
function clarifiedIn({ rounds, routed, decided, book, inquiries }: Facts): number {
  const positions = rounds.flatMap((round) => round.positions);
  const replies = [...positions, routed, decided, ...inquiries.all()];
  return replies.filter((reply) => reply?.clarified).length + book.clarified();
}

function dissenters({ rounds, decided, reviewed, names: panel }: Facts): Position[] {
  const names = (reviewed ?? decided)?.dissent ?? [];
  if (names.length === 0) return [];
  return latestVotes(rounds, panel.length).filter(
    (vote): vote is Position => vote !== null && names.includes(vote.debater),
  );
}
