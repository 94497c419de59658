import { describeState } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatTitle } from "../text/strip-markdown.ts";
import { countSeverities, describeRunAnswer } from "./describe-run-answer.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";
import { capitalize, countWord, joinVisibleNames } from "./words.ts";

/** The question of a run as a title. A review is named after what it reviews. */
export function titleRun({ question, reviews, id }: RunSummary, maxChars: number): string {
  if (reviews) return clipLine(`Review of ${joinVisibleNames(reviews)}`, maxChars);
  return formatTitle(question, maxChars) || id;
}

/** Outcome of a run in one line. `isAnswer` is false for everything that must not look like an answer. */
export interface RunOutcome {
  text: string;
  isAnswer: boolean;
}

export function describeOutcome(run: RunSummary, maxChars: number): RunOutcome {
  const { status, answer, stopReason } = run;
  if (status === "running") return { text: "Running", isAnswer: false };
  if (status === "waiting") return { text: describeWaiting(run), isAnswer: false };
  if (answer === null || status === "failed")
    return { text: run.stopped ? "Stopped before an answer" : "No answer", isAnswer: false };
  const tie = describeTie(run);
  if (tie !== "") return { text: tie, isAnswer: false };
  const text = describeRunAnswer(answer, maxChars);
  if (stopReason === "tied") return { text: `Tied, among others: ${text}`, isAnswer: false };
  const overruled = describeOverruled(run);
  if (overruled !== "") return { text: `${capitalize(overruled)}: ${text}`, isAnswer: false };
  return { text, isAnswer: !readsAsRefusal(answer) };
}

/** "Waiting for grace" */
export function describeWaiting({ waitsFor }: RunSummary): string {
  return `Waiting for ${waitsFor ? joinVisibleNames(waitsFor) : "a person"}`;
}

/** "Tied: one for each". Empty without a tie. */
function describeTie({ tied, agreement, panel }: RunSummary): string {
  if (tied === undefined || agreement === null) return "";
  const votes = countWord(Math.round(agreement * panel.length));
  return `Tied: ${votes} for each${tied > 2 ? ` of ${countWord(tied)} answers` : ""}`;
}

/** "judge against the majority (1 of 3)". Empty if the answer is that of the largest group. */
export function describeOverruled({ overruled, agreement, panel }: RunSummary): string {
  if (overruled === undefined || agreement === null) return "";
  const isMajority = overruled.votes * 2 > panel.length;
  const against = `against the ${isMajority ? "majority" : "largest group"}`;
  const count = `(${Math.round(agreement * panel.length)} of ${panel.length})`;
  return overruled.by === "judged" ? `judge ${against} ${count}` : `decided ${against} ${count}`;
}

/** Number of members behind an answer, or a state that needs attention. */
export type RunSupport =
  | { kind: "state"; text: string; tone: "" | "warn" | "bad" }
  | { kind: "count"; agreeing: number; members: number }
  | null;

export function findSupport(run: RunSummary): RunSupport {
  const { status, stopped, stopReason, answer, agreement, panel, tied, reviewer, waitsFor } = run;
  if (status === "failed") {
    const text = describeState(status, stopped);
    return { kind: "state", text, tone: stopped ? "" : "bad" };
  }
  if (status === "waiting")
    return { kind: "state", text: waitsFor ? "Waiting" : "To decide", tone: "warn" };
  if (status === "running") return { kind: "state", text: "Running", tone: "" };
  if (reviewer !== undefined)
    return {
      kind: "state",
      text: `Decided by ${escapeInvisible(reviewer ?? "a person")}`,
      tone: "",
    };
  if (tied !== undefined || stopReason === "tied")
    return { kind: "state", text: "Tie", tone: "warn" };
  const [worst] = (answer === null ? null : countSeverities(answer)) ?? [];
  if (worst) {
    const [severity, count] = worst;
    const tone = severity === "low" ? "" : severity === "medium" ? "warn" : "bad";
    return { kind: "state", text: `${count} ${severity}`, tone };
  }
  if (agreement === null || answer === null || panel.length === 0) return null;
  // The judge decided for an answer that no member gave.
  if (agreement === 0) return { kind: "state", text: "Overruled", tone: "" };
  const agreeing = Math.round(agreement * panel.length);
  return { kind: "count", agreeing, members: panel.length };
}
