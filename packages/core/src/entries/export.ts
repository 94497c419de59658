/* A record as text for people and tools. Pure. */

// Complete documents
export { toJson, toRecord, type Exportable } from "../export/as-record.ts";
export { EXPORT_FORMATS, findExportFormat } from "../export/formats.ts";
export { toHtml } from "../export/html/render.ts";
export { toMarkdown } from "../export/markdown/render.ts";
export { toMermaid } from "../export/mermaid.ts";
export { toSarif } from "../export/findings/sarif.ts";
export {
  ANSWER_LINE,
  ASIDE_LINE,
  formatReasons,
  formatVerdictText,
} from "../export/verdict-text.ts";

// Their parts
export { findAnswerKind, formatAnswerMarkdown } from "../export/answer-markdown.ts";
export {
  describeStatements,
  DIFFERENCES_TITLE,
  listClaimBlocks,
  listJudgmentBlocks,
  listMemoBlocks,
  listRoundBlocks,
} from "../export/blocks.ts";
export type { DocBlock } from "../export/doc-block.ts";
export { renderBlocks } from "../export/html/render.ts";
export { markup, NOTHING, raw, type Markup } from "../export/html/markup.ts";
export { STYLE } from "../export/html/style.ts";
export { escapeInline, escapeQuotation } from "../export/markdown/escape.ts";
export {
  listNotices,
  listOtherWarnings,
  type Notice,
  type NoticeReason,
} from "../export/notices.ts";

// Figures and words
export {
  CHEAPER_METHODS,
  chooseAnswerText,
  describeAgreement,
  describeAttempts,
  describeBlindness,
  describeClarified,
  describeMethod,
  describeOutcome,
  describePositionStatus,
  describeReview,
  describeState,
  describeStop,
  describeSwap,
  formatAnswer,
  formatCallCount,
  formatCost,
  formatCount,
  formatDuration,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPlannedCalls,
  formatPlannedCost,
  formatRankingPoints,
  formatTokens,
  listRanking,
  nameReviewRound,
  nameRound,
  wasCutOff,
} from "../export/phrases.ts";
export { formatAnswerNumber, numberAnswers } from "../export/answer-numbers.ts";
export { shortenAnswer } from "../export/short-answer.ts";
export { nameMembers, nameUnnamed } from "../export/member-names.ts";
export { formatModelName, removeWords } from "../export/remove-words.ts";
export {
  describeGrouping,
  groupWordings,
  hasWordings,
  listHeldGroups,
} from "../export/wordings.ts";

// How sure, and on what grounds
export {
  describeSupport,
  formatGuarantee,
  formatRows,
  listCertainty,
  listEstimates,
  listOwnEstimates,
  listRisks,
} from "../export/certainty.ts";
export { describeCheck } from "../export/facts.ts";
export { describeMilestone, describeMissing } from "../export/milestones.ts";

// Quotes, files and tools
export {
  describeFile,
  describeMaterial,
  listContext,
  PIPED_DOCUMENT,
  UNCHECKED_QUOTES,
} from "../export/files.ts";
export { listJudgmentQuotes } from "../export/prose-quotes.ts";
export { describeProseQuote, describeSource, splitQuotes } from "../export/quotes.ts";
export { describeToolUse, formatToolResult } from "../export/tool-uses.ts";

// Findings and memos
export {
  describePeople,
  describeTest,
  describeVerdict,
  describeVote,
  listRemarks,
} from "../export/findings/describe-votes.ts";
export { writeFixPrompt } from "../export/findings/fix-prompt.ts";
export { isAmongQuotes, listDistinctQuotes } from "../export/findings/distinct-quotes.ts";
export { isVerdict, readPoints } from "../export/findings/read-points.ts";
export { sortBySeverity } from "../export/findings/sort-findings.ts";
export {
  describeStanding,
  formatPlace,
  listReviewedDocuments,
  locateFindings,
  type LocatedFinding,
  type ReviewedDocument,
} from "../export/findings/locate-findings.ts";
export {
  describeReviewed,
  nameReviewedPlan,
  PIPED_PLAN,
  titleReviews,
  titleRun,
} from "../export/findings/review-title.ts";
export {
  noteReviewed,
  readReviewed,
  type LeftOutFile,
  type ReviewedSubject,
} from "../export/findings/reviewed-subject.ts";
export { listReports } from "../export/findings/list-reports.ts";
export { classifyTask } from "../export/findings/classify-task.ts";
export { readRemarks, writePlanTask, writeReviewTask } from "../export/findings/review-task.ts";
export {
  describeClaim,
  findRoundCrux,
  listMemoSections,
  type CruxOutcome,
} from "../export/memo.ts";
