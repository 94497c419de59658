export { choose, type Choice, type Count, type VotingRule } from "./choose.ts";
export { describeClusters } from "./clusters.ts";
export {
  agreement,
  central,
  judged,
  majority,
  never,
  stable,
  unanimous,
  weighted,
} from "./factories.ts";
export { latestVotes } from "./latest-votes.ts";
export { shouldStop, type StopVerdict } from "./stop.ts";
export { tallyOf, weightOf } from "./tally.ts";
