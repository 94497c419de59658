export { choose, isVotingRule, type Choice, type Count, type VotingRule } from "./choose.ts";
export { describeClusters } from "./clusters.ts";
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
export { soleLeader } from "./leader.ts";
export { counting, lastCounting, latestVotes } from "./latest-votes.ts";
export { recordedCount } from "./recorded-count.ts";
export { shouldStop, type StopVerdict } from "./stop.ts";
export { tallyOf, weightOf } from "./tally.ts";
export { logSum, logWrongGroups, trapShare } from "./partition.ts";
export { paysToHandOver, plansFor, planStakes, type AskingPlan } from "./plan-stakes.ts";
export { corrected, logit, sigmoid } from "./correction.ts";
export {
  isLearned,
  judgementFrom,
  judgementOf,
  kindFor,
  leadingIn,
  strangersTo,
  type Judgement,
} from "./posterior.ts";
export { groupsAmong, seededSubsets, stateKey } from "./replay.ts";
export type { PollAnswer } from "./poll-step.ts";
export { pollReplayer } from "./replay-poll.ts";
export { askNext } from "./sequential.ts";
export { askForLead, lead, leadOf, leadRule, type LeadRule } from "./lead.ts";
