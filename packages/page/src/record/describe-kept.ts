import type { DebateRecord } from "@rostrum/core/record";
import { formatCount, formatCost } from "@rostrum/core/export";
import type { Moment } from "../feed/feed.ts";
import { findAskedSince } from "./find-asked-since.ts";
import { hasReplies } from "./has-replies.ts";
import { findOpenRound, isComparing } from "./phase.ts";

/** Describes what remains of a debate without a decision: its replies and their cost. */
export function describeKept({ result, atLeastUsd }: DebateRecord): string {
  const replies = result.rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke" || status === "unread"),
  ).length;
  const cost = formatCost(result.costUsd, atLeastUsd, "an unknown amount");
  if (result.costUsd === 0 && replies === 0) return "Nothing was charged.";
  if (replies === 0) return `There are no replies. It cost ${cost}.`;
  return `${formatCount(replies, "reply is", "replies are")} kept. The debate cost ${cost}.`;
}

/** Describes what stopping a debate keeps, and what is lost although it may be billed. */
export function describeStop(moment: Moment): string {
  const { result, atLeastUsd } = moment.record;
  const pending = countPending(moment);
  const lost =
    pending === 0
      ? ""
      : `${formatCount(pending, "reply", "replies")} in progress will be lost, and may still be billed.`;
  // What is in progress may cost something, so nothing is free yet.
  const isFree = atLeastUsd === 0 && result.costUsd === 0;
  const kept =
    isFree && pending > 0 && !hasReplies(moment.record)
      ? ""
      : describeKept(moment.record).replace("The debate cost", "So far it cost");
  return [kept, lost].filter((part) => part !== "").join(" ");
}

/** Number of calls without a reply. */
export function countPending({ events, record }: Moment): number {
  const openRound = findOpenRound(record);
  if (openRound === null) return record.phase === "judging" && record.status === "running" ? 1 : 0;
  if (isComparing(record)) return 1;
  const calledSince = findAskedSince(events, openRound);
  const positions = record.result.rounds[openRound]?.positions ?? [];
  return positions.filter(
    ({ status, debater }) => status === "not_asked" && calledSince.has(debater),
  ).length;
}
