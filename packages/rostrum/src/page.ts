/*
 * What a page about debates needs next to the root entry: the words for people, votes counted again, texts that are
 * still being written, and the types of what the server answers. Everything is pure and runs in browsers.
 */

// Words for people
export { answerMark, answerNumbers } from "./export/answer-numbers.ts";
export { asRecord } from "./export/as-record.ts";
export {
  certaintyRows,
  estimateRows,
  ownEstimateRows,
  ownEstimateWords,
  rowWords,
  type Row,
} from "./export/certainty.ts";
export { fileWords, UNCHECKED } from "./export/files.ts";
export { describePeople, describeVote } from "./export/findings/describe-votes.ts";
export {
  claimWords,
  cruxOf,
  memoSections,
  sidesWords,
  type CruxOutcome,
  type MemoSection,
} from "./export/memo.ts";
export { noticesOf, type Notice } from "./export/notices.ts";
export {
  answerOrText,
  answerWords,
  attemptsWords,
  basisWords,
  CHEAPER_METHODS,
  clarifiedWords,
  counted,
  duration,
  formatCost,
  methodWords,
  moment,
  money,
  percent,
  rankingRows,
  reviewWords,
  stateWords,
  statusWords,
  stopWords,
  swapWords,
  thousands,
} from "./export/phrases.ts";
export {
  piecesOf,
  proseWords,
  quotesInJudgment,
  sourceWords,
  type Piece,
} from "./export/quotes.ts";
export { riskRows } from "./export/certainty.ts";
export {
  groupedByWords,
  hasWordings,
  wordingGroups,
  type WordingGroup,
} from "./export/wordings.ts";
export { clipped, visible } from "./visible.ts";

// Votes, counted again from a record
export {
  choose,
  describeClusters,
  latestVotes,
  recordedCount,
  shouldStop,
  type Choice,
  type Count,
  type StopVerdict,
  type Votes,
  type VotingRule,
} from "./decide/index.ts";
export { wasStopped } from "./errors.ts";
export {
  describeOtherSeverities,
  followTexts,
  givenText,
  liveKey,
  namesBehind,
  proseQuotes,
  voteOf,
  type LiveTexts,
  type Said,
} from "./record/index.ts";

// The options of a panel, for a form
export {
  CONFIG,
  defaultOf,
  mayBeSetBy,
  type Audience,
  type Field,
  type Fields,
  type Flag,
  type FlagGroup,
  type Reach,
  type Rule,
  type RuleSet,
  type Values,
} from "./options/index.ts";

// What the server answers
export type { PanelSummary } from "./protocol/config.ts";
export type { RunPage, RunQuery, RunState, RunSummary, RunTotals } from "./protocol/journal.ts";
export { panelNameIn } from "./protocol/server-request.ts";
