import {
  countAskedInRounds,
  findOverruled,
  findTie,
  lacksComparison,
  listAsked,
  type DebateRecord,
  mapLabelsToNames,
  nameLabels,
} from "@rostrum/core/record";
import type { PartialResult } from "@rostrum/core/protocol";
import { formatReasons, listNotices, type Notice } from "@rostrum/core/export";
import { capitalize, clipLine } from "@rostrum/core/support";
import { findSentenceEnd } from "../text/sentences.ts";
import { stripMarkdown } from "../text/strip-markdown.ts";
import { describeCauses, type FailedCall, wasStoppedByUser } from "./describe-cause.ts";
import { countWord } from "./count-word.ts";

/** Problems of a debate, worst first, except for those that the headline states. */
export function listProblems(record: DebateRecord): Notice[] {
  const notices = listNotices(record).filter(
    ({ kind }) => kind !== "unfinished" && kind !== "waiting",
  );
  // Calls that were cut off by a stop didn't fail, and the cause of a failure names those that did.
  const ended = notices.some(({ kind }) => kind === "stopped" || kind === "failed");
  // In a running debate, calls in flight aren't missing. The page's head reports a stop and a tie.
  const isTied = findTie(record.result) !== null;
  const isOverruled = notices.some(({ kind }) => kind === "overruled");
  const visibleNotices = notices.filter(
    ({ kind }) =>
      kind !== "stopped" &&
      (kind !== "degraded" || (!ended && record.status !== "running")) &&
      (kind !== "escalated" || !(isTied || isOverruled)),
  );
  return visibleNotices.map((notice) => {
    if (notice.kind === "failed") return describeFailure(record, notice);
    if (notice.kind === "overruled") return describeOverruled(record, notice);
    if (notice.kind === "degraded") return describeDegraded(record, notice);
    if (notice.kind === "escalated")
      return { ...notice, title: describeEscalated(record.result, notice) };
    return notice;
  });
}

/** Counts a few members, "1 of 3 agree", instead of a percentage. */
function describeEscalated(
  { agreement, rounds, decision }: PartialResult,
  { title, reasons }: Notice,
): string {
  if (reasons.every(({ kind }) => kind !== "support") || lacksComparison(rounds)) return title;
  const count = countAskedInRounds(rounds);
  const agreeing = Math.round((agreement ?? 0) * count);
  const agreementText =
    agreeing > 1
      ? `only ${agreeing} of ${count} agree`
      : `${countWord(count)} members, ${countWord(decision.tally.length)} answers`;
  return `A person should review this: ${agreementText}.`;
}

/** If no member replied, their own errors say more than the missed quorum. */
function describeFailure({ result, started }: DebateRecord, notice: Notice): Notice {
  const failures = listFailures(result);
  const positions = result.rounds.flatMap((round) => round.positions);
  if (failures.length === 0 || failures.length < positions.length)
    return {
      ...notice,
      title: "The debate ended early.",
      details: notice.details.map((detail) => `${capitalize(detail).replace(/[.\s]+$/, "")}.`),
    };
  const [first = "", ...others] = describeCauses(failures, started?.panel ?? []);
  return { ...notice, title: `${first}.`, details: others.map((cause) => `${cause}.`) };
}

function listFailures({ rounds }: PartialResult): FailedCall[] {
  return rounds.flatMap(({ positions }) =>
    positions.flatMap(({ status, debater, attempts = 1, error = NO_REASON, errorCode }) =>
      status === "failed" && !wasStoppedByUser({ errorCode })
        ? [{ debater, attempts, error, errorCode }]
        : [],
    ),
  );
}

const NO_REASON = "no reason was given";

/** The members who are missing come first, with what that means for the answer. */
function describeDegraded({ result, started }: DebateRecord, notice: Notice): Notice {
  const { dropped } = result.integrity;
  if (dropped.length === 0) return notice;
  const panel = started?.panel ?? [];
  const causes = describeCauses(listFailures(result), panel);
  const otherReasons = notice.reasons.filter(({ kind }) => kind !== "failed");
  const missing = new Set(dropped.map(({ debater }) => debater));
  const effect = describeMissing(result, [...missing]);
  return {
    ...notice,
    title: `Degraded: ${[...causes, ...otherReasons.map(({ text }) => text)].join("; ")}.`,
    details: [
      ...(effect === "" ? [] : [effect]),
      ...otherReasons.flatMap(({ details }) => details),
    ],
  };
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** "Two members agree; the third might have differed." Empty if every member voted in the end. */
function describeMissing({ decision, rounds }: PartialResult, dropped: readonly string[]): string {
  const voters = new Set(decision.tally.flatMap(({ debaters }) => debaters));
  const missing = dropped.filter((name) => !voters.has(name)).length;
  if (missing === 0 || voters.size === 0) return "";
  const { counted, excluded } = listAsked(rounds);
  const others =
    missing === 1
      ? `the ${ORDINALS[counted.length + excluded.length - 1] ?? "other"}`
      : "the others";
  return decision.tally.length === 1 && voters.size > 1
    ? `${countWord(voters.size, true)} members agree; ${others} might have differed.`
    : `${countWord(missing, true)} ${missing === 1 ? "vote is" : "votes are"} missing.`;
}

const MAX_REASON_CHARS = 240;

/** Describes who overruled whom, with the counts and the judge's own reason. */
function describeOverruled({ result, started }: DebateRecord, notice: Notice): Notice {
  const { decision, reasoning, rounds } = result;
  const overruled = findOverruled(result);
  if (overruled === null) return notice;
  const { decider, largest } = overruled;
  const count = countAskedInRounds(rounds);
  const isMajority = largest.votes * 2 > count;
  const answer = stripMarkdown(largest.label ?? largest.answer).replace(/[.\s]+$/, "");
  const names = mapLabelsToNames(started);
  const reasons = nameLabels(stripMarkdown(formatReasons(reasoning)), names);
  const end = findSentenceEnd(reasons, MAX_REASON_CHARS);
  return {
    ...notice,
    title: `${decider} ${isMajority ? "overruled the majority" : "decided against the largest group"}.`,
    details: [
      `${countWord(largest.votes, true)} of ${countWord(count)} answered “${clipLine(answer, MAX_REASON_CHARS)}”.`,
      ...(decision.method === "judged" && end > 0 ? [`The judge: “${reasons.slice(0, end)}”`] : []),
    ],
  };
}
