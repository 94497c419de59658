import { describeState } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { capitalize, clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatTitle } from "../text/strip-markdown.ts";
import { countSeverities, describeRunAnswer } from "./describe-run-answer.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";
import { countWord } from "./count-word.ts";
import { joinVisibleNames } from "./join-visible-names.ts";

/** The question of a run as a title. A review is named after what it reviews. */
export function titleRun({ question, reviews, id }: RunSummary, maxChars: number): string {
  if (reviews) return clipLine(`Review of ${joinVisibleNames(reviews)}`, maxChars);
  return formatTitle(question, maxChars) || id;
}

/** Outcome of a run in one line. */
export interface RunOutcome {
  text: string;
  /** False for everything that must not look like an answer. */
  isAnswer: boolean;
  /** A reason not to take the answer at face value: in a word, and in full. */
  doubt?: { mark: string; words: string };
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
  const isAnswer = !readsAsRefusal(answer);
  if (overruled !== "")
    return { text, isAnswer, doubt: { mark: "overruled", words: capitalize(overruled) } };
  return run.degraded
    ? { text, isAnswer, doubt: { mark: "incomplete", words: "Replies or steps are missing" } }
    : { text, isAnswer };
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
  const agreeing = Math.round(agreement * panel.length);
  return { kind: "count", agreeing, members: panel.length };
}
