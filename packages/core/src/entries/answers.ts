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
export { nameOptions } from "../answers/kinds/choice.ts";

// Reading a reply
export {
  countFinalChars,
  createAutoReader,
  createReader,
  findUnknownField,
  LINE_ENDS,
  mayBeProse,
  readGroups,
  readObject,
  readReply,
  removeMarks,
  sectionLines,
  toKindObject,
} from "../answers/index.ts";

// Checking quotes and calculations
export {
  alignQuote,
  checkCalculations,
  createQuotable,
  formatCalculation,
} from "../answers/index.ts";

// Comparing answers
export { clusterAnswers, isSameAnswer } from "../answers/index.ts";
