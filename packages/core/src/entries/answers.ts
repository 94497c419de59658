/* Answer kinds, and how replies are read and compared. Pure. */

// Answer kinds
export {
  auto,
  choice,
  code,
  draft,
  exact,
  findings,
  getKindName,
  json,
  math,
  number,
  score,
  text,
} from "../answers/answer-kinds.ts";
export { findIndistinct, nameOptions } from "../answers/kinds/choice.ts";

// Reading a reply
export {
  countFinalChars,
  LINE_ENDS,
  removeMarks,
  sectionLines,
} from "../answers/reply/sections.ts";
export { createAutoReader, createReader } from "../answers/create-reader.ts";
export { findUnknownField } from "../answers/kinds/json-schema.ts";
export { mayBeProse, toKindObject } from "../answers/answer-kinds.ts";
export { readGroups } from "../answers/comparer-reply/read-groups.ts";
export { readProse } from "../answers/reply/read-prose.ts";
export { readObject } from "../answers/reply/read-object.ts";
export { readReply } from "../answers/read-reply.ts";

// Checking quotes and calculations
export { alignQuote, createQuotable } from "../answers/quotes/find-quote.ts";
export { checkCalculations } from "../answers/calc/check-calculations.ts";
export { formatCalculation } from "../answers/calc/compute.ts";

// Comparing answers
export { clusterAnswers, isSameAnswer } from "../answers/cluster.ts";
