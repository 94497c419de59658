export {
  choose,
  isVotingRule,
  countRecorded,
  type VoteDecision,
  type VoteCount,
  type VotingRule,
} from "./choose.ts";
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
} from "./factories.ts";
export {
  countBallots,
  nameRanking,
  type BallotCount,
  type CastBallot,
  type Ranked,
} from "./ranking.ts";
export { isScoringRule, mean, median, trimmed } from "./scoring-rules.ts";
export { shouldStop, type StopDecision } from "./stop.ts";
export { findSettled, type OpenRound } from "./settled.ts";
export { logSum, logWrongGroups, trapShare } from "./likelihood.ts";
export { paysToHandOver, listPlans, planStakes, type AskingPlan } from "./plan-stakes.ts";
export {
  correctBelief,
  computeBeliefs,
  canBeSure,
  isLearned,
  createBeliefModelFrom,
  createBeliefModel,
  findKindCalibration,
  findLeading,
  logit,
  sigmoid,
  type BeliefModel,
} from "./posterior.ts";
export { groupAsked, createPollReplayer, listSubsets } from "./replay.ts";
export type { PollAnswer } from "./poll-step.ts";
export { choosePollStep } from "./sequential.ts";
export { askForLead, measureLead } from "./ask-for-lead.ts";
export { lead, resolveLead, type LeadRule } from "./lead.ts";
export {
  filterCounting,
  createClusters,
  findLastCounting,
  findLatestVote,
  findLatestVotes,
  findSoleLeader,
  findStandingLeader,
  countTally,
  measureWeight,
} from "./votes.ts";
export { findUnknownMembers } from "./unknown-members.ts";
