import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Decision, Integrity } from "../protocol/result.ts";

/** How the answer came about. A person may have regrouped the votes since. */
export function decisionOf(
  decided: SynthesizedEvent | null,
  reviewed: ReviewedEvent | null,
): Decision {
  const tally = reviewed?.regrouped?.tally ?? decided?.tally ?? [];
  const method = decided?.method ?? "none";
  const basis = decided?.basis ?? "exact";
  if (decided?.judgment === undefined) return withAsides({ method, basis, tally }, decided);
  return withAsides({ method, basis, judgment: decided.judgment, tally }, decided);
}

/** What judges and signatories say in addition. */
function withAsides(decision: Decision, decided: SynthesizedEvent | null): Decision {
  if (decided === null) return decision;
  if (decided.justification !== undefined) decision.justification = decided.justification;
  if (decided.judgedDissent !== undefined) decision.dissent = decided.judgedDissent;
  if (decided.citations !== undefined) decision.citations = decided.citations;
  if (decided.signedOff !== undefined) decision.signedOff = decided.signedOff;
  if (decided.ordersAgree !== undefined) decision.ordersAgree = decided.ordersAgree;
  return decision;
}

/** Replies that did not come, or could not be read. */
export function silenceIn(
  rounds: readonly Round[],
): Pick<Integrity, "dropped" | "unread" | "truncated"> {
  const silence: Pick<Integrity, "dropped" | "unread" | "truncated"> = {
    dropped: [],
    unread: 0,
    truncated: 0,
  };
  for (const { positions } of rounds) {
    for (const position of positions) noteSilence(silence, position);
  }
  return silence;
}

function noteSilence(
  silence: Pick<Integrity, "dropped" | "unread" | "truncated">,
  { debater, round, status, error, truncated }: Position,
): void {
  if (status === "failed") silence.dropped.push({ debater, round, error: error ?? "" });
  if (status !== "unread") return;
  silence.unread += 1;
  if (truncated) silence.truncated += 1;
}
