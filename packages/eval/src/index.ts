export type { Arm, NamedArm } from "./arms.ts";
export { calibrate, type CalibrateOptions } from "./calibration/calibrate.ts";
export { certify, type CertifyOptions } from "./calibration/certify.ts";
export { mean, median, trimmed } from "@rostrum/core/decide";
export {
  assessJury,
  type JudgeAgreement,
  type JudgedItem,
  type JuryReport,
  type PositionBias,
} from "./jury/assess-jury.ts";
export type { BothOrders, JudgeVerdict } from "./jury/verdicts.ts";
export { computeKappa } from "./statistics/kappa.ts";
export { adviseMembers, type AdviceOptions, type MemberAdvice } from "./panel/member-advice.ts";
export {
  chooseCascade,
  runCascade,
  type Attempts,
  type CascadeResult,
} from "./panel/checked-cascade.ts";
export { driftOf, type Drift, type DriftOptions } from "./panel/drift.ts";
export { expectedCosts, type ExpectedCost } from "./panel/expected-costs.ts";
export {
  panelHealth,
  type MemberHealth,
  type PanelHealth,
  type SharedErrors,
} from "./panel/health.ts";
export { haveSameMembers } from "@rostrum/core/debate";
export {
  learnableRows,
  readRuns,
  toRow,
  type RecordedDebate,
  type RunsWanted,
} from "./panel/run-rows.ts";
export { listMilestones, listMissingRows } from "./calibration/milestones.ts";
export type { Milestone, MissingRows } from "@rostrum/core/protocol";
export { rowFrom, type LabelledDebate } from "./panel/labelled.ts";
export type { LabelledReplies, PanelReplies } from "./calibration/read-row.ts";
export { arithmetic, type ArithmeticForm, type ArithmeticOptions } from "./datasets/arithmetic.ts";
export type { EvalItem, RowPlace } from "./datasets/item.ts";
export { layouts, type FieldMapping, type Layout } from "./datasets/layouts.ts";
export { recorded, type Recording } from "./datasets/recorded.ts";
export { drawSample, loadDataset, type LoadOptions } from "./datasets/load.ts";
export { evaluate, type EvalOptions, type EvalProgress } from "./evaluate.ts";
export type { ArmOutcome } from "./outcome.ts";
export type { EvalRow, GradedAnswer } from "./outcome.ts";
export type { GradeOptions } from "./grading/grader.ts";
export type { GradingDisagreement, GradingSummary } from "./grading/summary.ts";
export {
  compareReports,
  readSnapshot,
  type ArmComparison,
  type Comparison,
} from "./report/compare.ts";
export { reportHtml, type HtmlOptions } from "./report/html.ts";
export {
  reportJson,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotOptions,
  type SnapshotOutcome,
  type SnapshotRow,
} from "./report/json.ts";
export { readRecorded, type ReadRecordedOptions, type RecordedAnswer } from "./read-recorded.ts";
export { reportTable, type TableOptions } from "./report/table.ts";
export {
  calibrationOf,
  type CalibrationStatistics,
  type Forecast,
} from "./statistics/calibration.ts";
export { countFlips, type Flip, type FlipCounts } from "./statistics/flips.ts";
export { mcNemar, pairedDifference, type PairedDifference } from "./statistics/paired.ts";
export { wilson, type Interval } from "./statistics/wilson.ts";
export { summarizeRows, type ArmSummary, type EvalReport, type EvalRun } from "./summary.ts";
export type {
  CalibrationAbout,
  CalibrationReplay,
  Correction,
  DebateCount,
  DifficultyClass,
  KindCalibration,
  ReplayRow,
} from "@rostrum/core/protocol";
export type {
  CertificateTerms,
  Certified,
  GuaranteeMode,
  GuaranteePromise,
  Uncertified,
} from "@rostrum/core/protocol";
