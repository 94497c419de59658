/* Stop rules, voting rules, and the probabilities behind them. Pure. */

// Rules, as users write them
export {
  agreement,
  central,
  judged,
  lead,
  majority,
  mean,
  median,
  never,
  posterior,
  ranked,
  stable,
  trimmed,
  unanimous,
  weighted,
  type LeadRule,
} from "../decide/index.ts";

// Votes, counted again from a record
export {
  choose,
  countRecorded,
  createClusters,
  findLatestVotes,
  shouldStop,
  type VoteDecision,
  type VotingRule,
} from "../decide/index.ts";

// Checking rules and calibrations
export { findUnknownMembers, isScoringRule, resolveLead } from "../decide/index.ts";
export { reportShift, type ShiftReference } from "../decide/shift-report.ts";

// How sure a panel may be
export {
  correctBelief,
  createBeliefModelFrom,
  findKindCalibration,
  findLeading,
  logit,
  logSum,
  logWrongGroups,
  sigmoid,
  trapShare,
  type BeliefModel,
} from "../decide/index.ts";

// Choosing the next member to ask, tried on recorded replies
export {
  createPollReplayer,
  groupAsked,
  listSubsets,
  paysToHandOver,
  planStakes,
  type AskingPlan,
} from "../decide/index.ts";
