import { findTie, type DebateRecord } from "@rostrum/core/record";
import type { Integrity, PartialResult } from "@rostrum/core/protocol";
import { formatCount, listNotices, type Notice } from "@rostrum/core/export";
import { joinVisibleNames } from "./words.ts";

/** Problems of a debate, worst first, except for those that the headline states. */
export function listProblems(record: DebateRecord): Notice[] {
  const notices = listNotices(record).filter(
    ({ kind }) => kind !== "unfinished" && kind !== "waiting",
  );
  // Calls that were cut off by a stop didn't fail, and the cause of a failure names those that did.
  const ended = notices.some(({ kind }) => kind === "stopped" || kind === "failed");
  // In a running debate, calls in flight aren't missing. The page's head reports a tie.
  const isTied = findTie(record.result) !== null;
  const isOverruled = notices.some(({ kind }) => kind === "overruled");
  const visibleNotices = notices.filter(
    ({ kind }) =>
      (kind !== "degraded" || (!ended && record.status !== "running")) &&
      (kind !== "escalated" || !(isTied || isOverruled)),
  );
  return visibleNotices.map((notice) => {
    if (notice.kind === "failed") return describeFailure(record, notice);
    if (notice.kind === "escalated")
      return { ...notice, title: countMembers(notice.title, record.result) };
    if (notice.kind !== "degraded") return notice;
    const { dropped } = record.result.integrity;
    const otherDetails = notice.details.slice(countCauses(dropped));
    return { ...notice, details: [...describeDropped(dropped), ...otherDetails] };
  });
}

/** Replaces a percentage of a few members with "1 of 3". */
function countMembers(title: string, { agreement, rounds }: PartialResult): string {
  const positions = rounds.flatMap((round) => round.positions);
  const calledMembers = positions.filter(({ status }) => status !== "not_asked");
  const count = new Set(calledMembers.map(({ debater }) => debater)).size;
  return title.replace(/\d+% agree/, `${Math.round((agreement ?? 0) * count)} of ${count} agree`);
}

/** If no member replied, their own errors say more than the missed quorum. */
function describeFailure({ result }: DebateRecord, notice: Notice): Notice {
  const positions = result.rounds.flatMap((round) => round.positions);
  const failures = positions.flatMap(({ status, debater, round, error = "no reason given" }) =>
    status === "failed" ? [{ debater, round, error }] : [],
  );
  if (failures.length === 0 || failures.length < positions.length)
    return { ...notice, title: "The debate ended early." };
  return { ...notice, title: "Nobody replied.", details: describeDropped(failures) };
}

type Dropped = Integrity["dropped"];

function countCauses(dropped: Dropped): number {
  return new Set(dropped.map(({ error }) => error)).size;
}

/** Groups members by error, with rounds counted from 1: "curie, round 2: timed out". */
function describeDropped(dropped: Dropped): string[] {
  return [...Map.groupBy(dropped, ({ error }) => error)].map(([error, list]) => {
    const names = [...new Set(list.map(({ debater }) => debater))];
    const rounds = [...new Set(list.map(({ round }) => round + 1))];
    const times = list.length > names.length ? ` (${formatCount(list.length, "time")})` : "";
    return `${joinVisibleNames(names)}, ${rounds.length === 1 ? "round" : "rounds"} ${rounds.join(", ")}${times}: ${error}`;
  });
}
