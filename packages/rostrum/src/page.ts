/*
 * What a page about debates needs next to the root entry: the words for people, votes counted again, texts that are
 * still being written, and the types of what the server answers. Everything is pure and runs in browsers.
 */

// Words for people
export { formatAnswerNumber, numberAnswers } from "./export/answer-numbers.ts";
export { toRecord } from "./export/as-record.ts";
export {
  listCertainty,
  listEstimates,
  listOwnEstimates,
  describeOwnEstimate,
  formatRows,
  type LabeledText,
} from "./export/certainty.ts";
export { describeFile, UNCHECKED_QUOTES } from "./export/files.ts";
export { describePeople, describeTest, describeVote } from "./export/findings/describe-votes.ts";
export {
  locateFindings,
  type LocatedFinding,
  type ReviewedDocument,
  type TextRange,
} from "./export/findings/locate-findings.ts";
export {
  describeClaim,
  findRoundCrux,
  listMemoSections,
  describeSides,
  type CruxOutcome,
  type MemoSection,
} from "./export/memo.ts";
export { describeMilestone, describeMissing } from "./export/milestones.ts";
export { listNotices, type Notice } from "./export/notices.ts";
export {
  chooseAnswerText,
  formatAnswer,
  describeAttempts,
  describeBasis,
  CHEAPER_METHODS,
  describeBlindness,
  describeClarified,
  formatCount,
  formatDuration,
  formatCost,
  describeMethod,
  formatMoment,
  formatMoney,
  formatPercent,
  listRanking,
  describeOutcome,
  describeReview,
  describeState,
  describePositionStatus,
  describeStop,
  describeSwap,
  formatNumber,
  formatPlannedCalls,
  formatPlannedCost,
} from "./export/phrases.ts";
export {
  splitQuotes,
  describeProseQuote,
  describeSource,
  type QuotePiece,
} from "./export/quotes.ts";
export { listJudgmentQuotes } from "./export/prose-quotes.ts";
export { listRisks } from "./export/certainty.ts";
export {
  describeGrouping,
  hasWordings,
  groupWordings,
  type WordingGroup,
} from "./export/wordings.ts";
export { describeToolUse, formatToolResult } from "./export/tool-uses.ts";
export { describeCheck } from "./export/facts.ts";
export { clipLine, escapeInvisible } from "./visible.ts";

export { nameOptions, type NamedOption } from "./answers/kinds/choice.ts";
// Debates that may be shown where there are none
export {
  loadRecorded,
  RECORDED,
  RECORDED_PANEL,
  type RecordedDebate,
  type RecordedName,
} from "./record/recorded/index.ts";
export { playRecorded, type Playing } from "./record/recorded/play-recorded.ts";

// Votes, counted again from a record
export {
  choose,
  describeClusters,
  findLatestVotes,
  countRecorded,
  shouldStop,
  type VoteDecision,
  type VoteCount,
  type StopDecision,
  type Votes,
  type VotingRule,
} from "./decide/index.ts";
export { wasStopped } from "./errors.ts";
export {
  describeOtherSeverities,
  describeShift,
  followTexts,
  readOriginalText,
  formatLiveKey,
  mapLabelsToNames,
  findProseQuotes,
  findMajority,
  type LiveTexts,
  type QuotableTexts,
} from "./record/index.ts";

// The options of a panel, for a form
export {
  CONFIG,
  formatDefault,
  mayBeSetBy,
  type Audience,
  type OptionField,
  type OptionFields,
  type Flag,
  type FlagGroup,
  type OptionReach,
  type RuleDefinition,
  type RuleDefinitions,
  type OptionValues,
} from "./options/index.ts";

// What the server answers
export type { PanelCalibration, PanelSummary } from "./protocol/plan.ts";
export type {
  LearnedVersion,
  Milestone,
  MissingRows,
  PanelLearning,
} from "./protocol/learned-panel.ts";
export type { RunPage, RunQuery, RunState, RunSummary, RunTotals } from "./protocol/journal.ts";
export { readPanelName } from "./protocol/server-request.ts";
