import { describeState } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { countSeverities, describeRunAnswer } from "./describe-run-answer.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";

/** Outcome of a run in one line. `isAnswer` is false for everything that must not look like an answer. */
export interface RunOutcome {
  text: string;
  isAnswer: boolean;
}

export function describeOutcome(run: RunSummary, maxChars: number): RunOutcome {
  const { status, answer, stopReason } = run;
  if (status === "running") return { text: "Running", isAnswer: false };
  if (status === "waiting") return { text: "Waiting for a person", isAnswer: false };
  if (answer === null || status === "failed")
    return { text: run.stopped ? "Stopped before an answer" : "No answer", isAnswer: false };
  if (stopReason === "tied")
    return { text: `Tied, among others: ${describeRunAnswer(answer, maxChars)}`, isAnswer: false };
  const text = describeRunAnswer(answer, maxChars);
  // Nobody has settled it: the rule for ties, or a judge against the majority, chose this answer.
  if (run.escalated && run.agreement !== null && run.agreement <= 0.5)
    return { text: `No majority; one answer: ${text}`, isAnswer: false };
  return { text, isAnswer: !readsAsRefusal(answer) };
}

/** Number of members behind an answer, or a state that needs attention. */
export type RunSupport =
  | { kind: "state"; text: string; tone: "" | "warn" | "bad" }
  | { kind: "count"; agreeing: number; members: number }
  | null;

export function findSupport(run: RunSummary): RunSupport {
  const { status, stopped, stopReason, answer, agreement, panel } = run;
  if (status === "failed") {
    const text = describeState(status, stopped);
    return { kind: "state", text, tone: stopped ? "" : "bad" };
  }
  if (status === "waiting") return { kind: "state", text: "To decide", tone: "warn" };
  if (status === "running") return { kind: "state", text: "Running", tone: "" };
  if (stopReason === "tied") return { kind: "state", text: "Tie", tone: "warn" };
  const [worst] = (answer === null ? null : countSeverities(answer)) ?? [];
  if (worst) {
    const [severity, count] = worst;
    const tone = severity === "low" ? "" : severity === "medium" ? "warn" : "bad";
    return { kind: "state", text: `${count} ${severity}`, tone };
  }
  if (agreement === null || answer === null || panel.length === 0) return null;
  // A person or the judge decided for an answer that no member gave.
  if (agreement === 0) return { kind: "state", text: "Overruled", tone: "" };
  const agreeing = Math.round(agreement * panel.length);
  return { kind: "count", agreeing, members: panel.length };
}
