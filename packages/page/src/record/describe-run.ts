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
  /** A reason not to take the answer at face value: in a word, and in a sentence. */
  doubt?: { label: string; explanation: string };
}

export function describeOutcome(run: RunSummary, maxChars: number): RunOutcome {
  const { status, answer, stopReason } = run;
  if (status === "running") return { text: "Running", isAnswer: false };
  if (status === "waiting") return { text: describeWaiting(run), isAnswer: false };
  if (answer === null || status === "failed")
    return { text: run.stopped ? "Stopped before an answer" : "No answer", isAnswer: false };
  const tie = describeTie(run);
  if (tie !== "") return { text: tie, isAnswer: false };
  const text = describeRunAnswer(run.label ?? answer, maxChars);
  if (stopReason === "tied") return { text: `Tied, among others: ${text}`, isAnswer: false };
  const overruled = describeOverruled(run);
  const isAnswer = !readsAsRefusal(answer);
  if (overruled !== "")
    return { text, isAnswer, doubt: { label: "overruled", explanation: capitalize(overruled) } };
  return run.degraded
    ? {
        text,
        isAnswer,
        doubt: { label: "incomplete", explanation: "Replies or steps are missing" },
      }
    : { text, isAnswer };
}

/** "Waiting for grace" */
export function describeWaiting({ waitsFor }: RunSummary): string {
  return `Waiting for ${waitsFor ? joinVisibleNames(waitsFor) : "a person"}`;
}

/** Members that share the answer, and members that it is a share of. Null without votes. */
export function countAgreeing({
  agreement,
  panel,
  asked = panel.length,
}: RunSummary): { agreeing: number; members: number } | null {
  if (agreement === null) return null;
  return { agreeing: Math.round(agreement * asked), members: asked };
}

/** "Tied: one for each". Empty without a tie. */
function describeTie(run: RunSummary): string {
  const { tied } = run;
  const count = countAgreeing(run);
  if (tied === undefined || count === null) return "";
  if (run.uncompared) return "The answers were not compared";
  const votes = countWord(count.agreeing);
  return `Tied: ${votes} for each${tied > 2 ? ` of ${countWord(tied)} answers` : ""}`;
}

/** "judge against the majority (1 of 3)". Empty if the answer is that of the largest group. */
export function describeOverruled(run: RunSummary): string {
  const { overruled } = run;
  const support = countAgreeing(run);
  if (overruled === undefined || support === null) return "";
  const { agreeing, members } = support;
  const isMajority = overruled.votes * 2 > members;
  const against = `against the ${isMajority ? "majority" : "largest group"}`;
  const count = `(${agreeing} of ${members})`;
  return overruled.by === "judged" ? `judge ${against} ${count}` : `decided ${against} ${count}`;
}

/** Number of members behind an answer, or a state that needs attention. */
export type RunSupport =
  | { kind: "state"; text: string; tone: "" | "warn" | "bad" }
  | { kind: "count"; agreeing: number; members: number }
  | null;

export function findSupport(run: RunSummary): RunSupport {
  const { status, stopped, stopReason, answer, tied, uncompared, reviewer, waitsFor } = run;
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
    return { kind: "state", text: uncompared ? "Not compared" : "Tie", tone: "warn" };
  const [worst] = (answer === null ? null : countSeverities(answer)) ?? [];
  if (worst) {
    const [severity, count] = worst;
    const tone = severity === "low" ? "" : severity === "medium" ? "warn" : "bad";
    return { kind: "state", text: `${count} ${severity}`, tone };
  }
  const count = countAgreeing(run);
  if (count === null || answer === null || count.members === 0) return null;
  return { kind: "count", ...count };
}
