import { wasStopped } from "../errors.ts";
import type { Position } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import type { RecordedItem } from "../protocol/question.ts";
import { describeMissing } from "../record/describe-missing.ts";
import { findEscalation, listEscalated, type Escalation } from "../record/escalation.ts";
import { isRecordedFile } from "../record/quotes/material.ts";
import { listDegradations } from "../record/degradations.ts";
import { listOverruled } from "../record/overruled.ts";
import { toRecord, type Exportable } from "./as-record.ts";
import { joinNames } from "../format.ts";
import { formatCount, nameReviewRound, nameRound } from "./phrases.ts";
import { describeFailedQuote } from "./quotes.ts";

/** A notice above an answer that should not be taken at face value. */
export interface Notice {
  kind:
    | "stopped"
    | "failed"
    | "unfinished"
    | "waiting"
    | "overruled"
    | "degraded"
    | "escalated"
    | "budget";
  /** One sentence of fixed text. */
  title: string;
  /** Details. They may quote models and providers, so they are data. */
  details: string[];
  /** Reasons why a result is degraded or escalated. Title and details are composed of them. */
  reasons: NoticeReason[];
}

/** One reason of a notice, as data for those who word it differently. */
export interface NoticeReason {
  /**
   * - `failed`, `stopped`: replies that never came, because their calls failed or the debate was stopped
   * - `unread`, `fallback`, `quotes`, `blind`: as in `result.integrity`
   * - `missing`, `limited`: requested steps that did not happen, or only in part
   * - `shortfall`: a round that doesn't count
   * - `support`: too few members agree
   * - `division`: any other cause of an escalation
   */
  kind:
    | "failed"
    | "stopped"
    | "unread"
    | "fallback"
    | "quotes"
    | "blind"
    | "missing"
    | "limited"
    | "shortfall"
    | "support"
    | "division";
  /** A clause of the title. */
  text: string;
  details: string[];
}

/** Notices that a reader must see before the answer, worst first. Empty for a complete result. */
export function listNotices(source: Exportable): Notice[] {
  const { status, waits, result, error, started } = toRecord(source);
  const { integrity, escalateToHuman, stopReason, review, findings } = result;
  const isReview = findings !== undefined || started?.rules.answer === "findings";
  const notices: Notice[] = [];
  const add = (kind: Notice["kind"], title: string, details: string[] = []): void => {
    notices.push({ kind, title, details, reasons: [] });
  };
  const addReasons = (kind: Notice["kind"], opening: string, reasons: NoticeReason[]): void => {
    notices.push({
      kind,
      title: `${opening}: ${reasons.map(({ text }) => text).join("; ")}.`,
      details: reasons.flatMap(({ details }) => details),
      reasons,
    });
  };
  const run = isReview ? "review" : "debate";
  const end = isReview ? "finished" : "decided";
  if (wasStopped(error)) add("stopped", `The ${run} was stopped before it was ${end}.`);
  else if (status === "failed") add("failed", `The ${run} failed.`, error ? [error.message] : []);
  else if (status === "running") add("unfinished", `The ${run} is not finished.`);
  for (const wait of waits) {
    if (wait.for === "proceed")
      add(
        "waiting",
        `It is paused after ${wait.round === 0 ? "the first answers" : nameRound(wait.round)}, until somebody lets it proceed.`,
      );
    if (wait.for === "speak" && status === "waiting")
      add("waiting", `It waits for ${wait.name ?? "a person"} to speak.`);
  }
  for (const overruled of listOverruled(result)) add("overruled", overruled);
  if (integrity.degraded)
    addReasons(
      "degraded",
      "Degraded",
      listReasons(result, {
        unchecked: listUnchecked(started?.context),
        nameRoundOf: isReview ? nameReviewRound : nameRound,
      }),
    );
  // After a person's review, nobody else needs to review.
  if (escalateToHuman && review === undefined) {
    if (status === "waiting")
      addReasons("waiting", "This debate is waiting for a person", [
        toReason(findEscalation(result)),
      ]);
    else addReasons("escalated", "A person should review this", [toReason(findEscalation(result))]);
  }
  // A review without its check is degraded, with the reason.
  if (stopReason === "budget" && result.findings === undefined) {
    add("budget", "The budget ended the debate early. The answer is based on the replies so far.");
  }
  return notices;
}

/** Warnings that no notice contains. */
export function listOtherWarnings(result: PartialResult): string[] {
  const { warnings, integrity, rounds, findings, escalateToHuman } = result;
  const noticeTexts = new Set([
    ...(integrity.degraded ? listDegradations(integrity, rounds, findings !== undefined) : []),
    ...(escalateToHuman ? listEscalated(result) : []),
  ]);
  return warnings.filter((warning) => !noticeTexts.has(warning));
}

function toReason({ kind, text }: Escalation): NoticeReason {
  return { kind, text, details: [] };
}

/** Quotes can't be looked up in a file that is not text. */
function listUnchecked(context: readonly RecordedItem[] = []): string[] {
  return context
    .filter(isRecordedFile)
    .map(({ document }) => `quotes from ${document} can't be checked, because it is not text`);
}

/** Name of a round, by its index: reviews have other ones. */
type NameRound = (index: number) => string;

interface ReasonWords {
  /** Details about quotes that can't be looked up. */
  unchecked: readonly string[];
  nameRoundOf: NameRound;
}

function listReasons(
  { integrity, rounds }: PartialResult,
  { unchecked, nameRoundOf }: ReasonWords,
): NoticeReason[] {
  const { unread, truncated, fallback, missing, unverifiedQuotes, planned } = integrity;
  const positions = rounds.flatMap((round) => round.positions);
  const withoutReply = positions.filter(({ status }) => status === "failed");
  const stopped = withoutReply.filter(({ errorCode }) => errorCode === "aborted");
  const failed = withoutReply.filter(({ errorCode }) => errorCode !== "aborted");
  const blindCount = integrity.blind?.filter(({ why }) => why === "says_so").length ?? 0;
  const skipped = missing.filter(({ partial }) => !partial);
  const limited = missing.filter(({ partial }) => partial);
  const shortfalls = rounds.flatMap(({ index, shortfall }) =>
    shortfall === undefined ? [] : [`${nameRoundOf(index)}: ${shortfall}`],
  );
  const reasons: NoticeReason[] = [];
  const add = (kind: NoticeReason["kind"], text: string, details: string[] = []): void => {
    reasons.push({ kind, text, details });
  };
  if (failed.length > 0)
    add(
      "failed",
      `${failed.length} of ${formatCount(planned, "reply", "replies")} failed`,
      listErrors(failed, nameRoundOf),
    );
  if (stopped.length > 0)
    add(
      "stopped",
      `${formatCount(stopped.length, "reply", "replies")} had not arrived when it was stopped`,
    );
  if (unread > 0)
    add("unread", `${formatCount(unread, "reply", "replies")} could not be read`, [
      ...(truncated === 0
        ? []
        : [`${formatCount(truncated, "reply was", "replies were")} cut off by the output limit`]),
      ...listErrors(
        positions.filter(({ status, error }) => status === "unread" && error),
        nameRoundOf,
      ),
    ]);
  if (fallback !== null)
    add("fallback", `the configured rule could not decide, so ${fallback} did`);
  if (unverifiedQuotes > 0)
    add(
      "quotes",
      `${formatCount(unverifiedQuotes, "quote was", "quotes were")} not found in ${unverifiedQuotes === 1 ? "its" : "their"} source`,
      [
        // A list of findings marks each quote of a finding or a vote where it stands.
        ...new Set(
          integrity.failedQuotes
            .filter(({ in: place }) => place !== "finding" && place !== "vote")
            .map(describeFailedQuote),
        ),
        ...unchecked,
      ],
    );
  if (blindCount > 0)
    add(
      "blind",
      blindCount === 1
        ? "1 member says that it can't see the material"
        : `${blindCount} members say that they can't see the material`,
    );
  if (skipped.length > 0)
    add(
      "missing",
      skipped.length === 1
        ? "a requested step did not happen"
        : `${skipped.length} requested steps did not happen`,
      // Comparisons of several rounds often fail for the same reason.
      [...new Set(skipped.map(describeMissing))],
    );
  if (limited.length > 0)
    add("limited", "a requested step was done only in part", limited.map(describeMissing));
  if (shortfalls.length > 0) add("shortfall", "a round had too few replies to count", shortfalls);
  return reasons;
}

/** Members with the same error: "ada, first answers and round 2", "ada and 5 others, check". */
function describeMembers(list: readonly Position[], nameRoundOf: NameRound): string {
  const names = [...new Set(list.map(({ debater }) => debater))];
  const [first = ""] = names;
  const otherCount = names.length - 1;
  const memberNames = otherCount === 0 ? first : `${first} and ${formatCount(otherCount, "other")}`;
  const roundNames = [...new Set(list.map(({ round }) => nameRoundOf(round)))];
  return `${memberNames}, ${joinNames(roundNames)}`;
}

function listErrors(positions: readonly Position[], nameRoundOf: NameRound): string[] {
  const positionsByError = Map.groupBy(positions, ({ error = "" }) => error);
  return [...positionsByError].map(
    ([error, list]) => `${describeMembers(list, nameRoundOf)}: ${error}`,
  );
}
