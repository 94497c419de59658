export { formatAnswerNumber, numberAnswers } from "./answer-numbers.ts";
export { toJson, type Exportable } from "./as-record.ts";
export {
  listClaimBlocks,
  listJudgmentBlocks,
  listMemoBlocks,
  listRoundBlocks,
  type DocBlock,
} from "./blocks.ts";
export {
  formatGuarantee,
  formatRows,
  listCertainty,
  listOwnEstimates,
  listRisks,
} from "./certainty.ts";
export { EXPORT_FORMATS, findExportFormat } from "./formats.ts";
export { toHtml } from "./html/render.ts";
export { escapeInline, escapeQuotation } from "./markdown/escape.ts";
export { toMarkdown } from "./markdown/render.ts";
export { toMermaid } from "./mermaid.ts";
export { listMemoSections } from "./memo.ts";
export { listNotices } from "./notices.ts";
export {
  describePeople,
  describeTest,
  describeVerdict,
  describeVote,
  listRemarks,
} from "./findings/describe-votes.ts";
export { writeFixPrompt } from "./findings/fix-prompt.ts";
export { sortBySeverity } from "./findings/sort-findings.ts";
export {
  formatPlace,
  listReviewedDocuments,
  locateFindings,
  type LocatedFinding,
  type ReviewedDocument,
} from "./findings/locate-findings.ts";
export { writePlanTask, writeReviewTask } from "./findings/review-task.ts";
export { toSarif } from "./findings/sarif.ts";
export { ANSWER_LINE, ASIDE_LINE, formatVerdictText } from "./verdict-text.ts";
export {
  describeAgreement,
  formatAnswer,
  formatCount,
  formatDuration,
  describeMethod,
  formatCost,
  formatMoney,
  formatPercent,
  formatRankingPoints,
  listRanking,
  describeOutcome,
  describeReview,
  describeStop,
  describeSwap,
  formatNumber,
  formatTokens,
} from "./phrases.ts";
export { formatModelName, removeWords } from "./remove-words.ts";
export { describeMilestone } from "./milestones.ts";
