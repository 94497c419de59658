/* Stop rules, voting rules, and the probabilities behind them. Pure. */

// Rules, as users write them
export {
  agreement,
  central,
  judged,
  majority,
  never,
  posterior,
  ranked,
  stable,
  unanimous,
  weighted,
} from "../decide/factories.ts";
export { lead, type LeadRule } from "../decide/lead.ts";
export { mean, median, trimmed } from "../decide/scoring-rules.ts";

// Votes, counted again from a record
export { choose, countRecorded, type VoteDecision, type VotingRule } from "../decide/choose.ts";
export { createClusters, findLatestVotes } from "../decide/votes.ts";
export { shouldStop } from "../decide/stop.ts";

// Checking rules and calibrations
export { findUnknownMembers } from "../decide/unknown-members.ts";
export { isScoringRule } from "../decide/scoring-rules.ts";
export { resolveLead } from "../decide/lead.ts";
export { reportShift, type ShiftReference } from "../decide/shift-report.ts";

// How sure a panel may be
export {
  correctBelief,
  createBeliefModelFrom,
  findKindCalibration,
  findLeading,
  logit,
  sigmoid,
  type BeliefModel,
} from "../decide/posterior.ts";
export { logSum, logWrongGroups, trapShare } from "../decide/likelihood.ts";

// Choosing the next member to ask, tried on recorded replies
export { createPollReplayer, groupAsked, listSubsets } from "../decide/replay.ts";
export { paysToHandOver, planStakes, type AskingPlan } from "../decide/plan-stakes.ts";
