import { wasStopped } from "../errors.ts";
import type { Integrity, PartialResult } from "../protocol/result.ts";
import type { RecordedItem } from "../protocol/question.ts";
import {
  describeTie,
  isRecordedFile,
  listDegradations,
  listOverruled,
  listTied,
} from "../record/index.ts";
import { clipLine } from "../visible.ts";
import { toRecord, type Exportable } from "./as-record.ts";
import { formatCount, formatPercent, nameRound } from "./phrases.ts";
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
}

/** Notices that a reader must see before the answer, worst first. Empty for a complete result. */
export function listNotices(source: Exportable): Notice[] {
  const { status, waits, result, error, started } = toRecord(source);
  const { integrity, escalateToHuman, stopReason, review } = result;
  const notices: Notice[] = [];
  const add = (kind: Notice["kind"], title: string, details: string[] = []): void => {
    notices.push({ kind, title, details });
  };
  if (wasStopped(error)) add("stopped", "The debate was stopped before it was decided.");
  else if (status === "failed") add("failed", "The debate failed.", error ? [error.message] : []);
  else if (status === "running") add("unfinished", "The debate is not finished.");
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
  if (integrity.degraded) {
    add("degraded", `Degraded: ${describeReasons(integrity)}.`, [
      ...listDetails(integrity),
      ...integrity.failedQuotes.map(describeFailedQuote),
      ...(integrity.unverifiedQuotes > 0 ? listUnchecked(started?.context) : []),
    ]);
  }
  // After a person's review, nobody else needs to review.
  if (escalateToHuman && review === undefined) {
    if (status === "waiting")
      add("waiting", `This debate is waiting for a person: ${describeDivision(result)}.`);
    else add("escalated", `A person should review this: ${describeDivision(result)}.`);
  }
  // A review without its check is degraded, with the reason.
  if (stopReason === "budget" && result.findings === undefined) {
    add("budget", "The budget ended the debate early. The answer is based on the replies so far.");
  }
  return notices;
}

/** Warnings that no notice contains. */
export function listOtherWarnings(result: PartialResult): string[] {
  const { warnings, integrity, rounds, escalateToHuman } = result;
  const noticeTexts = new Set([
    ...(integrity.degraded ? listDegradations(integrity, rounds) : []),
    ...(escalateToHuman ? listTied(result) : []),
  ]);
  return warnings.filter((warning) => !noticeTexts.has(warning));
}

/** With stakes, the cost of an error decides, not the agreement. */
function describeHandover({ stakes, rounds }: Pick<PartialResult, "stakes" | "rounds">): string {
  if (rounds.length === 0) return "that costs less than asking the panel";
  if (!stakes || stakes.pWrong === 1) return "no reply could be read";
  return `the best guess is wrong with a probability of ${formatPercent(stakes.pWrong)}, which costs more than a person`;
}

const MAX_REASON_CHARS = 140;

function describeDivision(result: PartialResult): string {
  const { decision, agreement, ranking, swap, stopReason, stakes, rounds } = result;
  if (result.audit?.refuted)
    return `one more reader refutes it: ${clipLine(result.audit.reason, MAX_REASON_CHARS)}`;
  if (swap && !swap.held) return "the verdict did not hold when the sides were swapped";
  if (decision.signedOff === false) return "the judge did not sign the text off";
  if (stopReason === "handed_over") return describeHandover({ stakes, rounds });
  if (agreement === null) return "the judge did not decide";
  if (stopReason === "tied") return "no answer leads by enough votes";
  const [best, next] = decision.method === "majority" ? [] : (ranking ?? []);
  if (best && best.points === next?.points) return "the ranking is tied";
  const [first, second] = decision.tally;
  const tied = best === undefined && first !== undefined && first.votes === second?.votes;
  return tied
    ? (describeTie(result) ?? "the vote is tied")
    : `only ${formatPercent(agreement)} agree`;
}

/** Quotes can't be looked up in a file that is not text. */
function listUnchecked(context: readonly RecordedItem[] = []): string[] {
  return context
    .filter(isRecordedFile)
    .map(({ document }) => `quotes from ${document} can't be checked, because it is not text`);
}

function describeReasons(integrity: Integrity): string {
  const { dropped, unread, fallback, missing, unverifiedQuotes, planned } = integrity;
  const blindCount = integrity.blind?.filter(({ why }) => why === "says_so").length ?? 0;
  const parts: string[] = [];
  if (dropped.length > 0) parts.push(`${dropped.length} of ${formatCount(planned, "call")} failed`);
  if (unread > 0) parts.push(`${formatCount(unread, "reply", "replies")} could not be read`);
  if (fallback !== null) parts.push(`the configured rule could not decide, so ${fallback} did`);
  if (unverifiedQuotes > 0)
    parts.push(
      `${formatCount(unverifiedQuotes, "quote was", "quotes were")} not found in ${unverifiedQuotes === 1 ? "its" : "their"} source`,
    );
  if (blindCount > 0)
    parts.push(
      `${formatCount(blindCount, "member says", "members say")} that it can't see the material`,
    );
  if (missing.length > 0) parts.push("a requested step did not happen");
  return parts.join("; ");
}

/** Members who failed in the same way: "ada, first answers (2 times)", "ada and 5 others, round 2". */
function describeFailed(list: Integrity["dropped"]): string {
  const names = [...new Set(list.map(({ debater }) => debater))];
  const [first = ""] = names;
  const otherCount = names.length - 1;
  const memberNames = otherCount === 0 ? first : `${first} and ${formatCount(otherCount, "other")}`;
  const times = list.length > names.length ? ` (${list.length} times)` : "";
  return `${memberNames}, ${nameRound(list[0]?.round ?? 0)}${times}`;
}

function listDetails({ dropped, truncated, missing }: Integrity): string[] {
  const droppedByError = Map.groupBy(dropped, ({ error }) => error);
  const details = [...droppedByError].map(([error, list]) => `${describeFailed(list)}: ${error}`);
  if (truncated > 0)
    details.push(
      `${formatCount(truncated, "reply was", "replies were")} cut off by the output limit`,
    );
  for (const { what, about, error } of missing)
    details.push(`${what}${about === undefined ? "" : ` of ${about}`}: ${error}`);
  return details;
}
