import { lastCounting, latestVotes } from "../decide/index.ts";
import type { Position } from "../protocol/position.ts";
import type { Decision, PartialResult } from "../protocol/result.ts";
import { sumCosts } from "../protocol/add-usage.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import { spendOf } from "../protocol/spend.ts";
import type { Facts } from "./facts.ts";
import { countCompared, describeIntegrity } from "./integrity.ts";
import { NOT_COMPARED, listWarnings } from "./warnings.ts";
import { sumCalls } from "./totals.ts";
import { computeWhatIfs } from "./what-if.ts";

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
  if (single && single.calls.length > 0) {
    whatIf.single = { answer: single.answer, ...spendOf(sumCosts(single.calls)) };
  }
  return {
    id: facts.id,
    question: started?.question ?? "",
    answer: stands?.answer ?? null,
    unit: stands?.unit ?? null,
    text: stands?.text ?? "",
    reasoning: stands?.reasoning ?? "",
    confidence: stands?.confidence ?? null,
    confidenceBasis: stands?.confidence == null ? null : (basis ?? null),
    winner: stands?.winner ?? null,
    decision: describeDecision(decided, reviewed),
    ...(decided?.swap && { swap: decided.swap }),
    ...(decided?.findings && { findings: decided.findings }),
    ...(decided?.ranking && { ranking: decided.ranking }),
    dissent: listDissenters(facts),
    rounds,
    routing: routed?.routing ?? "debate",
    converged: facts.converged,
    agreement: lastCounting(rounds)?.agreement ?? null,
    stopReason: decided?.stopReason ?? "unfinished",
    escalateToHuman: facts.escalated,
    stakes: decided?.stakes ?? null,
    guarantee: decided?.guarantee ?? null,
    ...(reviewed && { review: reviewed.review }),
    ...(notes && { notes: [...notes] }),
    ...inquiries.describe(),
    integrity: describeIntegrity(facts),
    whatIf,
    warnings: [
      ...(started?.warnings ?? []),
      ...listWarnings(rounds, started?.panel ?? [], decided),
      ...(skipped > 0 ? [NOT_COMPARED] : []),
      ...facts.watching,
    ],
    usage,
    costUsd,
    durationMs: facts.durationMs,
  };
}

function listDissenters({ rounds, decided, reviewed, names: panel }: Facts): Position[] {
  const names = (reviewed ?? decided)?.dissent ?? [];
  if (names.length === 0) return [];
  return latestVotes(rounds, panel.length).filter(
    (vote): vote is Position => vote !== null && names.includes(vote.debater),
  );
}

/** How the answer came about, with what judges and signatories add. A person may have regrouped the votes since. */
function describeDecision(
  decided: SynthesizedEvent | null,
  reviewed: ReviewedEvent | null,
): Decision {
  const { judgment, justification, judgedDissent: dissent, citations } = decided ?? {};
  const { signedOff, ordersAgree } = decided ?? {};
  return {
    method: decided?.method ?? "none",
    basis: decided?.basis ?? "exact",
    ...(judgment !== undefined && { judgment }),
    tally: reviewed?.regrouped?.tally ?? decided?.tally ?? [],
    ...(justification !== undefined && { justification }),
    ...(dissent !== undefined && { dissent }),
    ...(citations !== undefined && { citations }),
    ...(signedOff !== undefined && { signedOff }),
    ...(ordersAgree !== undefined && { ordersAgree }),
  };
}
