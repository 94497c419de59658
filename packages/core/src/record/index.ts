export { countAsked, listAsked } from "./asked-members.ts";
export { fingerprintCalibration } from "./fingerprint-calibration.ts";
export { formatAnswerText } from "./answer-text.ts";
export { findHeadline } from "./headline.ts";
export { findOverruled, listOverruled } from "./overruled.ts";
export { findEscalation, listEscalated, type Escalation } from "./escalation.ts";
export { findTie } from "./tie.ts";
export { nameMissingRounds } from "./budget-warning.ts";
export { listDegradations } from "./degradations.ts";
export { describeMissing } from "./describe-missing.ts";
export { describeShift } from "./describe-shift.ts";
export { describeOtherSeverities, describeSeverity } from "./describe-severity.ts";
export { countStatuses, getShownStatus, isUnchecked, type ShownStatus } from "./finding-status.ts";
export { isDiff, readDiff, type DiffLine } from "./read-diff.ts";
export { toHeardNote } from "./apply-event.ts";
export { addDelta, followTexts, formatLiveKey, isEndOfCall, type LiveTexts } from "./live-texts.ts";
export {
  isMaterial,
  readOriginalText,
  isRecordedFile,
  createMaterialTurn,
  toTurn,
} from "./quotes/material.ts";
export { mapLabelsToNames, nameLabels } from "./peer-labels.ts";
export { findJudgmentQuotes, findProseQuotes } from "./quotes/prose-quotes.ts";
export {
  createQuoteSources,
  formatOutput,
  listToolDocuments,
  type QuoteSources,
} from "./quotes/sources.ts";
export { computeAtLeastUsd, fold, Recorder, type DebateRecord } from "./recorder.ts";
export { createSingleWhatIf, findMajority } from "./result.ts";
export { summarize, type RunSummaryRow } from "./summary.ts";
export { sumTotals } from "./call-log.ts";
export { sumByModel } from "./sum-by-model.ts";
