export { answerMark, answerNumbers } from "./answer-numbers.ts";
export type { Exportable } from "./as-record.ts";
export {
  listClaimBlocks,
  listJudgmentBlocks,
  listMemoBlocks,
  listRoundBlocks,
  type Block,
} from "./blocks.ts";
export { certaintyRows, ownEstimateRows, rowWords } from "./certainty.ts";
export { EXPORT_FORMATS, findExportFormat } from "./formats.ts";
export { toHtml } from "./html/render.ts";
export { toJson } from "./as-record.ts";
export { toMarkdown } from "./markdown/render.ts";
export { toMermaid } from "./mermaid.ts";
export { modelName } from "./remove-words.ts";
export { memoSections } from "./memo.ts";
export { noticesOf } from "./notices.ts";
export { describePeople, describeVote } from "./findings/describe-votes.ts";
export {
  locateFindings,
  type LocatedFinding,
  type ReviewedDocument,
} from "./findings/locate-findings.ts";
export { toSarif } from "./findings/sarif.ts";
export { rankingRows } from "./phrases.ts";
export { guaranteeWords, riskRows } from "./certainty.ts";
export { ANSWER_LINE, ASIDE_LINE, verdictText } from "./verdict-text.ts";
export { clipped, oneLine, visible, visibleJson } from "../visible.ts";
export {
  agreementWords,
  answerWords,
  counted,
  duration,
  methodWords,
  formatCost,
  money,
  percent,
  pointsWords,
  reviewWords,
  stopWords,
  swapWords,
  thousands,
} from "./phrases.ts";
export { removeWords } from "./remove-words.ts";
