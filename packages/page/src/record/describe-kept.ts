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

/** Describes the cost of running a debate again from a round: what that part cost before, as far as known. */
export function describeFork({ events, record }: Moment, fromRound: number): string {
  const start = events.findIndex(
    (event) => event.type === "debate.round_started" && event.round === fromRound,
  );
  const later = events.slice(Math.max(start, 0));
  const calls = later.flatMap((event) => ("calls" in event ? event.calls : []));
  const count = calls.reduce((sum, { attempts }) => sum + attempts, 0);
  const knownCost = calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const cost = calls.some(({ costUsd }) => costUsd === null) ? null : knownCost;
  const keptRounds =
    fromRound === 1
      ? "Round 1 is kept and is not paid for again."
      : `Rounds 1 to ${fromRound} are kept and are not paid for again.`;
  const names = record.started?.panel.length ?? 0;
  return (
    `${keptRounds} The ${formatCount(names, "member")} reply again from round ${fromRound + 1} on, in a new run. ` +
    `Last time, this part took ${formatCount(count, "call")} and cost ${formatCost(cost, knownCost, "an unknown amount")}; it may take more.`
  );
}
