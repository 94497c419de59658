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
  createAutoReader,
  createReader,
  readGroups,
  readObject,
  readReply,
  sectionLines,
} from "../answers/index.ts";

// Comparing answers
export { clusterAnswers, isSameAnswer } from "../answers/index.ts";
