import { ROUNDING_ERROR } from "../rounding-error.ts";
import { findBlocks, type AnswerBlock } from "../answers/cluster.ts";
import type { Filled } from "../options/checks.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { DecisionObject, StopObject } from "../protocol/rule-settings.ts";
import type { DecisionFunction, StopFunction } from "../protocol/rules.ts";
import { findCertainStop, type RoundBounds } from "./stop.ts";
import { DEFAULT_CONFIDENCE } from "./votes.ts";

/** A round in which some replies are missing. All lists are by panel index. */
export interface OpenRound extends Omit<RoundBounds, "agreement"> {
  stop: readonly (Filled<StopObject> | StopFunction)[];
  decide: Filled<DecisionObject> | DecisionFunction;
  escalateBelow: number;
  reader: AnswerReader;
  /**
   * `any`: any two answers may turn out to be the same, with `auto` before round 0 is complete, or with a
   * comparing model.
   */
  comparable: "by_reader" | "any";
  /** True if the debate ends with this round, even if no rule stops it. */
  isLastRound: boolean;
  /** Panel indexes of the members who have not replied. They have no value and no vote here. */
  late: readonly number[];
  /** Answers of this round. `null`: none. */
  values: readonly (ReadAnswer<unknown> | null)[];
  /** Latest answer of each member. Differs from `values` if the reply of this round could not be read. */
  votes: readonly (ReadAnswer<unknown> | null)[];
  /** Confidence of each member in its latest answer. */
  confidences: readonly (number | null)[];
  weights: readonly number[];
  /** Divisor of the agreement, including late members. They may still fail, and then don't vote. */
  agreementDivisor: number;
  /**
   * Members with a position in this round, including late ones, and members whose reply could not be read.
   */
  askedCount: number;
  unreadCount: number;
}

/**
 * Members whose answer wins, if that is certain before the last replies are in; otherwise `null`. Certain
 * means: whatever the late members reply, or if they fail, the debate ends with this round (by the same stop
 * rule, if there could be another round), the same answer wins, and whether the result is escalated doesn't
 * depend on the late replies either.
 *
 * The proof has two parts. Members whose answers have the same key are in one group under every clustering,
 * so a group is never smaller than its largest block. And all members of a group agree pairwise, so a group
 * is never larger than one block plus everything that counts as the same, plus all late members.
 */
export function findCertainOutcome(round: OpenRound): readonly number[] | null {
  const { agreementDivisor, late, unreadCount, askedCount, escalateBelow } = round;
  const bounds = computeBounds(round, round.values, () => 1);
  const winner = findCertainWinner(round);
  if (winner === null || bounds === null || agreementDivisor === 0) return null;
  const agreement = {
    least: bounds.leaderMin / agreementDivisor,
    most: bounds.anyMax / agreementDivisor,
  };
  const stop = findCertainStop(round.stop, { ...round, agreement });
  // Without revisions the debate ends here, whatever the stop rule says.
  const isOnlyRound = round.isLastRound && round.roundCount === 1;
  if (!isOnlyRound && (stop === "open" || (stop === null && !round.isLastRound))) return null;
  // The winner may have fewer votes than another group, and answers with little support are escalated.
  const isSafe =
    winner.length / agreementDivisor >= escalateBelow &&
    2 * (unreadCount + late.length) <= askedCount;
  return isSafe ? winner : null;
}

function findCertainWinner(round: OpenRound): readonly number[] | null {
  const { decide, weights, confidences } = round;
  if (typeof decide === "function") return null;
  switch (decide.type) {
    case "majority":
      return findLeader(computeBounds(round, round.votes, () => 1));
    case "weighted":
      return findLeader(
        computeBounds(
          round,
          round.votes,
          (member, isLate) =>
            (weights[member] ?? 1) * (isLate ? 1 : (confidences[member] ?? DEFAULT_CONFIDENCE)),
        ),
      );
    // With these rules, any late reply may change the outcome.
    case "central":
    case "posterior":
    case "ranked":
    case "judged":
    case "mean":
    case "median":
    case "trimmed":
      return null;
  }
}

function findLeader(bounds: GroupBounds | null): readonly number[] | null {
  return bounds !== null && bounds.leaderMin > bounds.rivalMax + ROUNDING_ERROR
    ? bounds.leader
    : null;
}

/** Bounds on the size of groups, by members or by weight. */
interface GroupBounds {
  /** Members of the heaviest block. */
  leader: readonly number[];
  /** Minimum size of the leader's group. */
  leaderMin: number;
  /** Maximum size of a group without the leader. */
  rivalMax: number;
  /** Maximum size of any group. */
  anyMax: number;
}

function computeBounds(
  { reader, comparable, late }: OpenRound,
  values: OpenRound["values"],
  weigh: (member: number, isLate: boolean) => number,
): GroupBounds | null {
  const blocks = findBlocks(values, reader);
  const sizes = blocks.map(({ members }) => sum(members.map((member) => weigh(member, false))));
  const leader = sizes.indexOf(Math.max(...sizes));
  const lateWeight = sum(late.map((member) => weigh(member, true)));
  const mayJoin = (block: AnswerBlock, other: number): boolean =>
    comparable === "any" || block === blocks[other] || block.linked[other] === true;
  const sumJoinable = (block: AnswerBlock, isIncluded: (at: number) => boolean): number =>
    sum(sizes.filter((_, at) => isIncluded(at) && mayJoin(block, at)));
  const rivalBlocks = blocks.filter((_, at) => at !== leader);
  const first = blocks[leader];
  if (first === undefined) return null;
  return {
    leader: first.members,
    leaderMin: sizes[leader] ?? 0,
    rivalMax:
      lateWeight +
      Math.max(0, ...rivalBlocks.map((block) => sumJoinable(block, (at) => at !== leader))),
    anyMax: lateWeight + Math.max(...blocks.map((block) => sumJoinable(block, () => true))),
  };
}

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);
