/* Values computed from events: records, costs, streamed texts, quotes. Pure. */

// Events to a record
export { computeAtLeastUsd, fold, Recorder, type DebateRecord } from "../record/recorder.ts";
export { createSingleWhatIf, findMajority } from "../record/result.ts";
export { findAnswerLabel, findLabelInRounds } from "../record/answer-label.ts";
export { formatAnswerText } from "../record/answer-text.ts";
export { summarize, type RunSummaryRow } from "../record/summary.ts";
export { sumByModel } from "../record/sum-by-model.ts";
export { sumTotals } from "../record/call-log.ts";
export type { DebatePhase, DebateStatus } from "../record/recorder.ts";

// Texts that are still being written
export {
  addDelta,
  followTexts,
  formatLiveKey,
  isEndOfCall,
  type LiveTexts,
} from "../record/live-texts.ts";

// Quotes, names, diffs and words about them
export { describeOtherSeverities, describeSeverity } from "../record/describe-severity.ts";
export {
  countStatuses,
  getShownStatus,
  isUnchecked,
  type ShownStatus,
} from "../record/finding-status.ts";
export { describeShift } from "../record/describe-shift.ts";
export { EARLIER_DEBATE } from "../record/earlier-debate.ts";
export { findProseQuotes } from "../record/quotes/prose-quotes.ts";
export { findOverruled, listOverruled } from "../record/overruled.ts";
export { countAskedInRounds, listAsked } from "../record/asked-members.ts";
export { listDegradations } from "../record/degradations.ts";
export { findTie } from "../record/tie.ts";
export { lacksComparison } from "../record/uncompared.ts";
export { mapLabelsToNames, nameLabels } from "../record/peer-labels.ts";
export { isDiff, readDiff, type DiffLine } from "../record/read-diff.ts";
export { readOriginalText } from "../record/quotes/material.ts";

// Turns of a conversation, made from a record
export { createMaterialTurn, isRecordedFile, toTurn } from "../record/quotes/material.ts";
export { toHeardNote } from "../record/apply-event.ts";

// Recorded debates, for people who have none yet
export {
  loadRecorded,
  RECORDED,
  RECORDED_PANEL,
  type RecordedName,
} from "../record/recorded/index.ts";
export { playRecorded } from "../record/recorded/play-recorded.ts";

// Random numbers by seed
export { fingerprintCalibration } from "../record/fingerprint-calibration.ts";
export { createRandom, hash32, shuffle } from "../record/random.ts";
