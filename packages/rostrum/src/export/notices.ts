import type { Integrity } from "../protocol/result.ts";
import { asRecord, type Exportable } from "./as-record.ts";
import { counted, percent } from "./phrases.ts";

/** What stands above the answer when it should not be taken at face value. */
export interface Notice {
  kind: "failed" | "unfinished" | "degraded" | "escalated" | "budget";
  /** One sentence of ours. */
  title: string;
  /** Particulars; they may quote models and providers, so they are data. */
  details: string[];
}

/** Everything a reader must know before the answer, worst first. Empty for a whole result. */
export function noticesOf(source: Exportable): Notice[] {
  const { status, result, error } = asRecord(source);
  const { integrity, escalateToHuman, agreement, stopReason, decision, review } = result;
  const notices: Notice[] = [];
  if (status === "failed") {
    notices.push({
      kind: "failed",
      title: "The debate failed.",
      details: error ? [error.message] : [],
    });
  } else if (status !== "completed") {
    const title =
      status === "waiting" ? "Waiting for a person's review." : "The debate is not finished.";
    notices.push({ kind: "unfinished", title, details: [] });
  }
  if (integrity.degraded) {
    notices.push({
      kind: "degraded",
      title: `Degraded: ${reasons(integrity)}.`,
      details: detailsOf(integrity),
    });
  }
  if (escalateToHuman && review === undefined) {
    const [first, second] = decision.tally;
    const tied = first !== undefined && first.votes === second?.votes;
    const why = tied ? "the vote is tied" : `only ${percent(agreement ?? 0)} agree`;
    notices.push({
      kind: "escalated",
      title: `A person should look at this: ${why}.`,
      details: [],
    });
  }
  if (stopReason === "budget") {
    notices.push({
      kind: "budget",
      title: "The budget ended the debate early: this is decided with what there was.",
      details: [],
    });
  }
  return notices;
}

function reasons({ dropped, unread, fallback, missing, planned, completed }: Integrity): string {
  const parts: string[] = [];
  if (dropped.length > 0)
    parts.push(`${planned - completed} of ${counted(planned, "call")} brought no reply`);
  if (unread > 0)
    parts.push(`${counted(unread, "reply", "replies")} could not be read and did not vote`);
  if (fallback !== null) parts.push(`the rule asked for could not decide, so ${fallback} did`);
  if (missing.length > 0) parts.push("something that was asked for did not happen");
  return parts.join("; ");
}

function detailsOf({ dropped, truncated, missing }: Integrity): string[] {
  const alike = Map.groupBy(dropped, ({ error }) => error);
  const details = [...alike].map(([error, list]) => {
    const [first] = list;
    const times = list.length > 1 ? ` (${list.length} times)` : "";
    return `${first?.debater}, round ${first?.round}${times}: ${error}`;
  });
  if (truncated > 0)
    details.push(`${counted(truncated, "reply was", "replies were")} cut off by the output limit`);
  for (const { what, about, error } of missing)
    details.push(`${what}${about === undefined ? "" : ` of ${about}`}: ${error}`);
  return details;
}
