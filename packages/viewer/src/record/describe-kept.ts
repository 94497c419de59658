import type { DebateRecord } from "rostrum";
import { formatCount, formatCost } from "rostrum/page";
import type { Moment } from "../feed/feed.ts";
import { findAskedSince } from "./find-asked-since.ts";
import { findOpenRound } from "./phase.ts";

/** What is kept of a debate that ends without a decision: the replies, and what they cost. */
export function describeKept({ result, atLeastUsd }: DebateRecord): string {
  const replies = result.rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke" || status === "unread"),
  ).length;
  const cost = formatCost(result.costUsd, atLeastUsd, "an unknown amount");
  if (replies === 0) return `There are no replies. It cost ${cost}.`;
  return `${formatCount(replies, "reply is", "replies are")} kept. The debate cost ${cost}.`;
}

/** The question that is shown before a debate is stopped. */
export function describeStop({ events, record }: Moment): string {
  const openRound = findOpenRound(record);
  const asked = openRound === null ? new Map<string, number>() : findAskedSince(events, openRound);
  const positions = record.result.rounds[openRound ?? -1]?.positions ?? [];
  const awaited = positions.filter(
    ({ status, debater }) => status === "not_asked" && asked.has(debater),
  ).length;
  const lost =
    awaited === 0
      ? ""
      : ` ${formatCount(awaited, "unfinished reply", "unfinished replies")} will be lost.`;
  return `Stop now? ${describeKept(record).replace("The debate cost", "So far it cost")}${lost}`;
}
