export {
  choose,
  isVotingRule,
  recordedCount,
  type Choice,
  type Count,
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
  namedRanking,
  type BallotCount,
  type CastBallot,
  type Ranked,
} from "./ranking.ts";
export { shouldStop, type StopVerdict } from "./stop.ts";
export { logSum, logWrongGroups, trapShare } from "./likelihood.ts";
export { paysToHandOver, plansFor, planStakes, type AskingPlan } from "./plan-stakes.ts";
export {
  corrected,
  isLearned,
  judgementFrom,
  judgementOf,
  kindFor,
  leadingIn,
  logit,
  sigmoid,
  strangersTo,
  type Judgement,
} from "./posterior.ts";
export { groupsAmong, pollReplayer, seededSubsets } from "./replay.ts";
export type { PollAnswer } from "./poll-step.ts";
export { askNext } from "./sequential.ts";
export { askForLead, lead, leadOf, leadRule, type LeadRule } from "./lead.ts";
export {
  counting,
  describeClusters,
  lastCounting,
  latestVotes,
  type Votes,
  soleLeader,
  tallyOf,
  weightOf,
} from "./votes.ts";
