/* Values computed from events: records, costs, streamed texts, quotes. Pure. */

// Events to a record
export {
  computeAtLeastUsd,
  createSingleWhatIf,
  findMajority,
  fold,
  formatAnswerText,
  Recorder,
  summarize,
  sumByModel,
  sumTotals,
  type DebateRecord,
  type RunSummaryRow,
} from "../record/index.ts";
export type { DebatePhase, DebateStatus } from "../record/recorder.ts";

// Texts that are still being written
export {
  addDelta,
  followTexts,
  formatLiveKey,
  isEndOfCall,
  type LiveTexts,
} from "../record/index.ts";

// Quotes, names, diffs and words about them
export {
  describeOtherSeverities,
  countStatuses,
  describeSeverity,
  getShownStatus,
  isUnchecked,
  type ShownStatus,
  describeShift,
  findProseQuotes,
  findOverruled,
  countAsked,
  findTie,
  listAsked,
  listOverruled,
  mapLabelsToNames,
  nameLabels,
  readDiff,
  readOriginalText,
  type DiffLine,
} from "../record/index.ts";

// Turns of a conversation, made from a record
export { createMaterialTurn, isRecordedFile, toHeardNote, toTurn } from "../record/index.ts";

// Recorded debates, for people who have none yet
export {
  loadRecorded,
  RECORDED,
  RECORDED_PANEL,
  type RecordedName,
} from "../record/recorded/index.ts";
export { playRecorded } from "../record/recorded/play-recorded.ts";

// Random numbers by seed
export { fingerprintCalibration } from "../record/index.ts";
export { createRandom, hash32, shuffle } from "../record/random.ts";
