import { findBlocks, type Block } from "../answers/index.ts";
import type { Filled } from "../options/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { DecisionObject, StopObject } from "../protocol/rule-settings.ts";
import type { DecisionFunction, StopFunction } from "../protocol/rules.ts";
import { foreseeStop, type ForeseenRound } from "./stop.ts";
import { UNSTATED } from "./votes.ts";

/** A round in which some members have not replied yet. All lists are by panel index. */
export interface OpenRound extends Omit<ForeseenRound, "agreement"> {
  stop: readonly (Filled<StopObject> | StopFunction)[];
  decide: Filled<DecisionObject> | DecisionFunction;
  escalateBelow: number;
  reader: AnswerReader;
  /** Under `auto` before round 0 is complete, and where a model compares prose, any two may turn out to be the same. */
  comparable: "by_reader" | "any";
  /** Whether the debate ends with this round, even if no rule stops it. */
  last: boolean;
  /** Panel indexes of those who have not replied. They have no value and no vote here. */
  late: readonly number[];
  /** The answers of this round. `null`: it has none. */
  values: readonly (ReadAnswer<unknown> | null)[];
  /** The latest answer of each member. It differs from the one of this round where that could not be read. */
  votes: readonly (ReadAnswer<unknown> | null)[];
  /** How sure each member is of its latest answer. */
  confidences: readonly (number | null)[];
  weights: readonly number[];
  /** Members that agreement is divided by, the late ones included. One of these may still leave, but not vote then. */
  counted: number;
  /** Members with a position in this round, the late ones included, and those whose reply could not be read. */
  asked: number;
  unread: number;
}

/**
 * The members whose answer wins, if that is certain before the last replies are in; `null` if it is not. Certain means:
 * whatever the late members say, and even if they fail, the debate ends with this round, by the same stop rule if
 * there could be another round, answers that count as the same as this one win, and whether a person should review that is the same too.
 *
 * It rests on two facts. Members whose answers have the same key are in one group under every clustering, so a group is
 * never smaller than its largest block. And all members of a group agree pair by pair, so that a group is never larger
 * than one block with everything that counts as the same, and all who are late.
 */
export function findSettled(round: OpenRound): readonly number[] | null {
  const { counted, late, unread, asked, escalateBelow } = round;
  const heads = measureReach(round, round.values, () => 1);
  const winner = foreseeWinner(round);
  if (winner === null || heads === null || counted === 0) return null;
  const agreement = { least: heads.least / counted, most: heads.most / counted };
  const stop = foreseeStop(round.stop, { ...round, agreement });
  // Without revisions the debate ends here whatever the stop rule says.
  const isOnlyRound = round.last && round.rounds === 1;
  if (!isOnlyRound && (stop === "open" || (stop === null && !round.last))) return null;
  // The winner may have fewer heads than another group, and a person reviews an answer with little support.
  const isSafe = winner.length / counted >= escalateBelow && 2 * (unread + late.length) <= asked;
  return isSafe ? winner : null;
}

/** Sums of weights have rounding errors. */
const MARGIN = 1e-9;

function foreseeWinner(round: OpenRound): readonly number[] | null {
  const { decide, weights, confidences } = round;
  if (typeof decide === "function") return null;
  switch (decide.type) {
    case "majority":
      return findLeader(measureReach(round, round.votes, () => 1));
    case "weighted":
      return findLeader(
        measureReach(
          round,
          round.votes,
          (member, isLate) =>
            (weights[member] ?? 1) * (isLate ? 1 : (confidences[member] ?? UNSTATED)),
        ),
      );
    // Here a late reply always counts: its words, how likely it is right, or that somebody disagrees at all.
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

function findLeader(reach: Reach | null): readonly number[] | null {
  return reach !== null && reach.least > reach.rivals + MARGIN ? reach.leader : null;
}

/** How large groups can come to be, by heads or by weight. */
interface Reach {
  /** The members of the heaviest block. */
  leader: readonly number[];
  /** The least that the leader's group comes to. */
  least: number;
  /** The most that a group without the leader can come to. */
  rivals: number;
  /** The most that any group can come to. */
  most: number;
}

function measureReach(
  { reader, comparable, late }: OpenRound,
  values: OpenRound["values"],
  worth: (member: number, isLate: boolean) => number,
): Reach | null {
  const blocks = findBlocks(values, reader);
  const sizes = blocks.map(({ members }) => sum(members.map((member) => worth(member, false))));
  const leader = sizes.indexOf(Math.max(...sizes));
  const more = sum(late.map((member) => worth(member, true)));
  const mayJoin = (block: Block, other: number): boolean =>
    comparable === "any" || block === blocks[other] || block.linked[other] === true;
  const around = (block: Block, left: (at: number) => boolean): number =>
    sum(sizes.filter((_, at) => left(at) && mayJoin(block, at)));
  const others = blocks.filter((_, at) => at !== leader);
  const first = blocks[leader];
  if (first === undefined) return null;
  return {
    leader: first.members,
    least: sizes[leader] ?? 0,
    rivals: more + Math.max(0, ...others.map((block) => around(block, (at) => at !== leader))),
    most: more + Math.max(...blocks.map((block) => around(block, () => true))),
  };
}

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);
