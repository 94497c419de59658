import { formatCost, formatCount } from "@rostrum/core/export";
import type { DebateSnapshot } from "../feed/feed.ts";

/** Describes the cost of running a debate again from a round: what that part cost before, as far as known. */
export function describeFork({ events, record }: DebateSnapshot, fromRound: number): string {
  const start = events.findIndex(
    (event) => event.type === "debate.round_started" && event.round === fromRound,
  );
  const later = events.slice(Math.max(start, 0));
  const calls = later.flatMap((event) => ("calls" in event ? event.calls : []));
  const attemptCount = calls.reduce((sum, { attempts }) => sum + attempts, 0);
  const knownCost = calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const cost = calls.some(({ costUsd }) => costUsd === null) ? null : knownCost;
  const keptRounds =
    fromRound === 1
      ? "Round 1 is kept and is not paid for again."
      : `Rounds 1 to ${fromRound} are kept and are not paid for again.`;
  const memberCount = record.started?.panel.length ?? 0;
  return (
    `${keptRounds} The ${formatCount(memberCount, "member")} reply again from round ${fromRound + 1} on, in a new run. ` +
    `Last time, this part took ${formatCount(attemptCount, "call")} and cost ${formatCost(cost, knownCost, "an unknown amount")}; it may take more.`
  );
}
