import type { DebateRecord } from "@rostrum/core/record";
import { formatCount, formatCost } from "@rostrum/core/export";
import type { DebateSnapshot } from "../feed/feed.ts";
import { findAskedSince } from "./find-asked-since.ts";
import { hasReplies } from "./has-replies.ts";
import { findOpenRound, isComparing } from "./phase.ts";

/** Describes what remains of a debate without a decision: its replies and their cost. */
export function describeKept({ result, atLeastUsd }: DebateRecord): string {
  const replies = result.rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke" || status === "unread"),
  ).length;
  if (result.costUsd === 0 && replies === 0) return "Nothing was charged.";
  const kept =
    replies === 0
      ? "There are no replies"
      : `${formatCount(replies, "reply is", "replies are")} kept`;
  return `${kept}. ${describeCost(result, atLeastUsd)}`;
}

/** "The debate cost at least $0.02; the cost of 1 call is unknown." */
function describeCost(result: DebateRecord["result"], atLeastUsd: number): string {
  const cost = `The debate cost ${formatCost(result.costUsd, atLeastUsd)}`;
  if (result.costUsd !== null) return `${cost}.`;
  const unknown = `cost of ${countUnknown(result)} is unknown.`;
  return atLeastUsd > 0 ? `${cost}; the ${unknown}` : `The ${unknown}`;
}

/** Counts calls without a known cost. A record lists those of the members only. */
function countUnknown({ rounds, usage }: DebateRecord["result"]): string {
  const called = rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status !== "not_asked"),
  );
  const attempts = called.reduce((sum, position) => sum + (position.attempts ?? 1), 0);
  if (attempts !== usage.calls) return "some calls";
  return formatCount(called.filter(({ costUsd = null }) => costUsd === null).length, "call");
}

/** Describes what stopping a debate keeps, and what is lost although it may be billed. */
export function describeStop(snapshot: DebateSnapshot): string {
  const { result, atLeastUsd } = snapshot.record;
  const pending = countPending(snapshot);
  const lost =
    pending === 0
      ? ""
      : `${formatCount(pending, "reply", "replies")} in progress will be lost, and may still be billed.`;
  // Calls in progress may still cost something.
  const isFree = atLeastUsd === 0 && result.costUsd === 0;
  const kept =
    isFree && pending > 0 && !hasReplies(snapshot.record)
      ? ""
      : describeKept(snapshot.record).replace("The debate cost", "So far it cost");
  return [kept, lost].filter((part) => part !== "").join(" ");
}

/** Number of calls without a reply. */
export function countPending({ events, record }: DebateSnapshot): number {
  const openRound = findOpenRound(record);
  if (openRound === null) return record.phase === "judging" && record.status === "running" ? 1 : 0;
  if (isComparing(record)) return 1;
  const calledSince = findAskedSince(events, openRound);
  const positions = record.result.rounds[openRound]?.positions ?? [];
  return positions.filter(
    ({ status, debater }) => status === "not_asked" && calledSince.has(debater),
  ).length;
}
