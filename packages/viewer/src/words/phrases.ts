import type { Review } from "../../../rostrum/src/protocol/settings.ts";
import type { PositionStatus } from "../../../rostrum/src/protocol/position.ts";
import type { ConfidenceBasis } from "../../../rostrum/src/protocol/result.ts";
import type { RunState } from "../../../rostrum/src/protocol/journal.ts";
import { percent } from "./figures.ts";
import { visible } from "./visible.ts";

const BASES: Record<ConfidenceBasis, string> = {
  self_reported: "self-reported",
  judge: "the judge's",
  calibrated: "calibrated",
  uncalibrated: "uncalibrated",
};

export function confidenceWords(confidence: number | null, basis: ConfidenceBasis | null): string {
  if (confidence === null) return "not given";
  return basis === null ? percent(confidence) : `${percent(confidence)}, ${BASES[basis]}`;
}

/** Any answer as it is shown: its text, or JSON where it is no text; empty where there is none. */
export function answerWords(answer: unknown): string {
  if (answer === null || answer === undefined) return "";
  return visible(typeof answer === "string" ? answer : (JSON.stringify(answer) ?? String(answer)));
}

const STOPS: Record<string, string> = {
  agreed: "the panel agreed",
  stable: "nobody changed their answer any more",
  decided: "the votes so far were enough",
  max_rounds: "the last round was over",
  budget: "the budget did not allow more",
  panel_failed: "too few debaters replied in the last round, so it doesn't count",
  verified: "a check found an answer right",
  routed: "one model was sure enough; no debate was held",
  unfinished: "it was not finished",
};

export function stopWords(reason: string): string {
  return STOPS[reason] ?? visible(reason);
}

const STATES: Record<RunState, string> = {
  running: "Running",
  waiting: "Waits for review",
  completed: "Finished",
  failed: "Failed",
};

export function stateWords(state: RunState): string {
  return STATES[state];
}

const STATUSES: Record<PositionStatus, string> = {
  spoke: "",
  kept: "kept its answer",
  failed: "failed",
  unread: "could not be read, doesn't vote",
  not_asked: "not asked",
};

export function statusWords(status: PositionStatus): string {
  return STATUSES[status];
}

const VERDICTS: Record<Review["verdict"], string> = {
  confirm: "confirmed",
  correct: "corrected",
  reject: "rejected",
};

export function reviewWords({ verdict, reviewer }: Review): string {
  return `A person ${VERDICTS[verdict]} this${reviewer ? `: ${visible(reviewer)}` : ""}.`;
}

const METHODS: Record<string, string> = {
  none: "nothing yet",
  majority: "majority vote",
  weighted: "weighted vote",
  central: "the most central draft",
  posterior: "the most probable answer",
  judged: "the judge",
  routed: "one model alone",
};

export function methodWords(method: string): string {
  return METHODS[method] ?? visible(method);
}
