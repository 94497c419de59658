import type { Round, StopObject } from "@rostrum/core/protocol";
import type { Filled } from "@rostrum/core/options";
import { shouldStop } from "@rostrum/core/decide";
import { findMajority } from "@rostrum/core/record";
import { buildClusters } from "../../record/groups.ts";

/** Point at which a stop rule would have ended a finished debate. */
export interface OtherStop {
  name: string;
  /** Null if the rule wouldn't have stopped within the recorded rounds. */
  round: number | null;
  /** Majority answer at that point. */
  answer: string | null;
  /** Calls to debaters up to that point. */
  calls: number;
}

/** Applies the rule to the recorded rounds only. */
export function findStop(
  name: string,
  rule: Filled<StopObject>,
  question: string,
  rounds: readonly Round[],
): OtherStop {
  const stopIndex = rounds.findIndex((round, index) => {
    const roundsSoFar = rounds.slice(0, index + 1);
    const { agreement: share } = round;
    if (share === null) return false;
    const state = { question, round: round.index, rounds: roundsSoFar, agreement: share };
    return shouldStop([rule], { ...state, clusters: buildClusters(round) }) !== null;
  });
  const playedRounds = stopIndex === -1 ? rounds : rounds.slice(0, stopIndex + 1);
  const last = playedRounds.at(-1);
  return {
    name,
    round: stopIndex === -1 ? null : (last?.index ?? null),
    answer: last ? findMajority(last.positions) : null,
    calls: playedRounds.reduce((sum, { positions }) => sum + countCalls(positions), 0),
  };
}

function countCalls(positions: Round["positions"]): number {
  const calledPositions = positions.filter(
    ({ status }) => status !== "kept" && status !== "not_asked",
  );
  return calledPositions.reduce((sum, { attempts = 1 }) => sum + attempts, 0);
}
