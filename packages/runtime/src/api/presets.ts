import type { Calibration, DebateConfig, DraftKind } from "@rostrum/core/protocol";

/** Settings to spread into a config: `new Debate({ ...guarded, debaters })`. */
export type Preset = Pick<
  DebateConfig<never>,
  "rounds" | "revise" | "decide" | "stop" | "poll" | "prompts" | "escalateBelow"
>;

/** The protocol of earlier systems: two revisions by all debaters, then a vote. */
export const classic: Preset = { rounds: 2, revise: "everyone", prompts: "classic" };

/**
 * A debate that protects a leading answer: members that gave it keep it, only dissenters revise, once,
 * and it loses only to an answer with more votes.
 */
export const guarded: Preset = {
  rounds: 1,
  revise: "dissenters",
  decide: { type: "majority", keepLeader: true },
};

/**
 * A council: everybody answers alone, everybody ranks the others' answers without names, and the chairman
 * (`judge`) writes the final answer from answers and ranking, with citations.
 */
export const council: Preset = {
  rounds: 0,
  decide: { type: "ranked", count: "borda", always: true, chairman: true },
  // Members of a council rarely give the same answer; a tied ranking still calls for a person.
  escalateBelow: 0,
};

/**
 * A draft improved by critics, for texts rather than answers: the first member drafts, the others criticize
 * with quotes, the first revises, and the judge signs off.
 */
export const editorial: Preset & { answer: DraftKind } = { rounds: 2, answer: { type: "draft" } };

/** Asks members one by one until the answer is sure. If it isn't, a guarded debate follows. */
export function frugal(calibration?: Calibration): Preset {
  return {
    rounds: 1,
    revise: "dissenters",
    poll: { type: "sequential", ...(calibration ? { calibration } : {}) },
  };
}
