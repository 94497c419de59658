import type { DebateRecord } from "@rostrum/core/record";
import { formatCount, formatCost } from "@rostrum/core/export";
import type { Moment } from "../feed/feed.ts";
import { findAskedSince } from "./find-asked-since.ts";
import { findOpenRound } from "./phase.ts";

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

/** Describes what stopping a debate keeps and what it loses. */
export function describeStop({ events, record }: Moment): string {
  const openRound = findOpenRound(record);
  const calledSince =
    openRound === null ? new Map<string, number>() : findAskedSince(events, openRound);
  const positions = record.result.rounds[openRound ?? -1]?.positions ?? [];
  const awaited = positions.filter(
    ({ status, debater }) => status === "not_asked" && calledSince.has(debater),
  ).length;
  const lostReplies =
    awaited === 0
      ? ""
      : ` ${formatCount(awaited, "unfinished reply", "unfinished replies")} will be lost.`;
  return `${describeKept(record).replace("The debate cost", "So far it cost")}${lostReplies}`;
}
