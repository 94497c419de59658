import type { DebateRecord } from "@rostrum/core/record";
import type { Integrity, PartialResult } from "@rostrum/core/protocol";
import { formatCount, listNotices, type Notice } from "@rostrum/core/export";
import { findTie } from "./find-tie.ts";
import { joinNames } from "./words.ts";

/** What is wrong with a debate, worst first. What its headline says already is left out. */
export function listProblems(record: DebateRecord): Notice[] {
  const notices = listNotices(record).filter(
    ({ kind }) => kind !== "unfinished" && kind !== "waiting",
  );
  // Calls that were cut off because somebody stopped the debate did not fail, and the cause of a failure says which did.
  const ended = notices.some(({ kind }) => kind === "stopped" || kind === "failed");
  // While it runs, calls in flight are not missing; and the head says that a vote is tied.
  const isTied = findTie(record.result) !== null;
  const isOverruled = notices.some(({ kind }) => kind === "overruled");
  const shown = notices.filter(
    ({ kind }) =>
      (kind !== "degraded" || (!ended && record.status !== "running")) &&
      (kind !== "escalated" || !(isTied || isOverruled)),
  );
  return shown.map((notice) => {
    if (notice.kind === "failed") return describeFailure(record, notice);
    if (notice.kind === "escalated")
      return { ...notice, title: countMembers(notice.title, record.result) };
    if (notice.kind !== "degraded") return notice;
    const { dropped } = record.result.integrity;
    const others = notice.details.slice(countCauses(dropped));
    return { ...notice, details: [...describeDropped(dropped), ...others] };
  });
}

/** Says "1 of 3" instead of a percentage of so few. */
function countMembers(title: string, { agreement, rounds }: PartialResult): string {
  const positions = rounds.flatMap((round) => round.positions);
  const asked = positions.filter(({ status }) => status !== "not_asked");
  const count = new Set(asked.map(({ debater }) => debater)).size;
  return title.replace(/\d+% agree/, `${Math.round((agreement ?? 0) * count)} of ${count} agree`);
}

/** If nobody replied, the members' own errors say more than that too few did. */
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

/** Members that failed in the same way, with rounds counted from 1: "curie, round 2: timed out". */
function describeDropped(dropped: Dropped): string[] {
  return [...Map.groupBy(dropped, ({ error }) => error)].map(([error, list]) => {
    const names = [...new Set(list.map(({ debater }) => debater))];
    const rounds = [...new Set(list.map(({ round }) => round + 1))];
    const times = list.length > names.length ? ` (${formatCount(list.length, "time")})` : "";
    return `${joinNames(names)}, ${rounds.length === 1 ? "round" : "rounds"} ${rounds.join(", ")}${times}: ${error}`;
  });
}
