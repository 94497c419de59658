/*
 * The stages of a debate in their order. What a stage reports follows from the stages before it. Events and calls name
 * their stage, and nothing else says what comes after what.
 */
const BEFORE_ROUNDS = ["opening"] as const;

const IN_ROUND = ["round_start", "replies", "comparison", "round_end", "agreement"] as const;

const AFTER_ROUNDS = [
  "balloting",
  "ballots",
  "judging",
  "verdict",
  "decision",
  "audit",
  "claims",
  "memo",
  "escalation",
  "review",
  "ending",
] as const;

export type Stage =
  | (typeof BEFORE_ROUNDS)[number]
  | (typeof IN_ROUND)[number]
  | (typeof AFTER_ROUNDS)[number];

const STAGE_NUMBERS = Object.fromEntries(
  [...BEFORE_ROUNDS, ...IN_ROUND, ...AFTER_ROUNDS].map((stage, index) => [stage, index]),
) as Readonly<Record<Stage, number>>;

/** Larger than the number of stages, and larger than the number of rounds of any debate. */
const MAX_STAGES = 100;
const MAX_ROUNDS = 1e9;

/** True for stages after the last round, which concern the whole debate. */
export function isAfterRounds(stage: Stage): boolean {
  return STAGE_NUMBERS[stage] >= STAGE_NUMBERS.balloting;
}

/**
 * Position of a stage in the order of a debate: larger is later. `round` matters only for stages of a round.
 */
export function findPlace(stage: Stage, round: number): number {
  const number = STAGE_NUMBERS[stage];
  if (number < STAGE_NUMBERS.round_start) return number - MAX_STAGES;
  return (isAfterRounds(stage) ? MAX_ROUNDS : round) * MAX_STAGES + number;
}
