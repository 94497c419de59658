import type { DebateRecord } from "@rostrum/core/record";
import type { Integrity } from "@rostrum/core/protocol";
import { formatCount, listNotices, type Notice } from "@rostrum/core/export";
import { joinNames } from "./words.ts";

/** What is wrong with a debate, worst first. What its headline says already is left out. */
export function listProblems(record: DebateRecord): Notice[] {
  const notices = listNotices(record).filter(
    ({ kind }) => kind !== "unfinished" && kind !== "waiting",
  );
  // Calls that were cut off because somebody stopped the debate did not fail, and the cause of a failure says which did.
  const ended = notices.some(({ kind }) => kind === "stopped" || kind === "failed");
  const shown = ended ? notices.filter(({ kind }) => kind !== "degraded") : notices;
  return shown.map((notice) => {
    if (notice.kind === "failed")
      return { ...notice, title: "The debate ended without an answer.", details: notice.details };
    if (notice.kind !== "degraded") return notice;
    const { dropped } = record.result.integrity;
    const others = notice.details.slice(countCauses(dropped));
    return { ...notice, details: [...describeDropped(dropped), ...others] };
  });
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
