export { createAutoReader } from "./create-reader.ts";
export { createMaterialCheck, type MaterialCheck } from "./blind-reply.ts";
export { readBallot } from "./ballots/read-ballot.ts";
export { formatCalculation } from "./calc/compute.ts";
export { checkCalculations } from "./calc/check-calculations.ts";
export { clusterAnswers, findBlocks, isSameAnswer, type AnswerBlock } from "./cluster.ts";
export { MAX_DIFFERENCES, readGroups, type ReadGroups } from "./comparer-reply/read-groups.ts";
export {
  writeContentRequest,
  getKindName,
  isReadByName,
  hasConfidence,
  mayBeProse,
  toKindObject,
} from "./answer-kinds.ts";
export { createReader } from "./create-reader.ts";
export { MAX_FINDINGS } from "./findings/max-findings.ts";
export { formatReport } from "./findings/read-findings.ts";
export { createFindingVotesReader, type ReadFindingVotes } from "./findings/read-finding-votes.ts";
export {
  createCritiqueReader,
  MAX_OBJECTIONS,
  type ReadCritique,
} from "./drafting/read-critique.ts";
export { toJsonSchema, findUnknownField } from "./kinds/json-schema.ts";
export {
  alignQuote,
  findQuotation,
  createQuotable,
  countWords,
  type QuotableText,
} from "./quotes/find-quote.ts";
export { findQuotations } from "./quotes/quotations.ts";
export { readReply } from "./read-reply.ts";
export { readClaims } from "./open/read-claims.ts";
export { readCrux } from "./open/read-crux.ts";
export { readAudit } from "./open/read-audit.ts";
export { readMemo } from "./open/read-memo.ts";
export { readObject } from "./reply/read-object.ts";
export { countFinalChars, LINE_ENDS, removeMarks } from "./reply/sections.ts";
export { sectionLines } from "./reply/section-lines.ts";
export { readSections, withoutMarks } from "./reply/sections.ts";
export { measureWordOverlap } from "./words/word-overlap.ts";
