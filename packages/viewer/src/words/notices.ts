import type { Integrity } from "../../../rostrum/src/protocol/result.ts";
import type { DebateRecord } from "../../../rostrum/src/record/index.ts";
import { counted, percent } from "./figures.ts";

/** What stands above the answer when it should not be taken at face value. */
export interface Notice {
  kind: "failed" | "waiting" | "degraded" | "escalated" | "budget";
  /** One sentence of ours. */
  title: string;
  /** Particulars; they may quote models and providers, so they are data. */
  details: string[];
}

/** Everything a reader must know before the answer, worst first. Empty for a whole result. */
export function noticesOf({ status, result, error }: DebateRecord): Notice[] {
  const { integrity, escalateToHuman, agreement, stopReason, decision, review } = result;
  const notices: Notice[] = [];
  const add = (kind: Notice["kind"], title: string, details: string[] = []): void => {
    notices.push({ kind, title, details });
  };
  if (wasStopped(error)) add("failed", "The debate was stopped before it was decided.");
  else if (status === "failed") add("failed", "The debate failed.", error ? [error.message] : []);
  if (integrity.degraded) {
    add("degraded", `Degraded: ${reasons(integrity)}.`, detailsOf(integrity));
  }
  if (escalateToHuman && review === undefined) {
    const [first, second] = decision.tally;
    const tied = first !== undefined && first.votes === second?.votes;
    const why = tied ? "the vote is tied" : `only ${percent(agreement ?? 0)} agree`;
    if (status === "waiting") add("waiting", `This waits for a person: ${why}.`);
    else add("escalated", `A person should look at this: ${why}.`);
  }
  if (stopReason === "budget") {
    add("budget", "The budget ended the debate early: this is decided with what there was.");
  }
  return notices;
}

/** Somebody ended it: nothing went wrong. */
export function wasStopped(error: DebateRecord["error"]): boolean {
  return error?.code === "aborted";
}

function reasons({ dropped, unread, fallback, missing, planned, completed }: Integrity): string {
  const parts: string[] = [];
  if (dropped.length > 0) {
    parts.push(`${planned - completed} of ${counted(planned, "call")} brought no reply`);
  }
  if (unread > 0) {
    parts.push(`${counted(unread, "reply", "replies")} could not be read and did not vote`);
  }
  if (fallback !== null) parts.push(`the rule asked for could not decide, so ${fallback} did`);
  if (missing.length > 0) parts.push("something that was asked for did not happen");
  return parts.join("; ");
}

function detailsOf({ dropped, truncated, missing }: Integrity): string[] {
  const details = dropped.map(
    ({ debater, round, error }) => `${debater}, round ${round}: ${error}`,
  );
  if (truncated > 0) {
    details.push(`${counted(truncated, "reply was", "replies were")} cut off by the output limit`);
  }
  for (const { what, about, error } of missing)
    details.push(`${what}${about === undefined ? "" : ` of ${about}`}: ${error}`);
  return details;
}
