import { createBeliefModelFrom, createPollReplayer } from "@rostrum/core/decide";
import type { KindCalibration, Certified } from "@rostrum/core/protocol";

/** Order and batches in which a poll asks members. */
export type PollOrder = Pick<Certified, "first" | "batch" | "costs">;

/** A calibration of one kind that holds its rows. */
export type Replayable = KindCalibration & Required<Pick<KindCalibration, "replay">>;

/** End of a poll on a held-out row. */
interface PollEnd {
  /** The target was met: the answer was delivered. */
  sure: boolean;
  wrong: boolean;
  /** The poll's own probability that the delivered answer is wrong; 0 if none was delivered. */
  doubt: number;
}

/** Ends of the poll on each row, by threshold from strict to lax. */
export type HeldOutPolls = ReadonlyMap<number, readonly PollEnd[]>;

const THRESHOLDS = [
  0.995, 0.99, 0.985, 0.98, 0.97, 0.96, 0.95, 0.93, 0.91, 0.89, 0.86, 0.83, 0.8, 0.75, 0.7, 0.6,
  0.5,
];

/** Polls every row as a debate would, with classes learned without the row's fold (cross-fitting). */
export function pollHeldOut(
  kinds: readonly Replayable[],
  { first, batch, costs }: PollOrder,
): HeldOutPolls {
  const parts = kinds.flatMap((kind) => {
    const { members, folds, rows } = kind.replay;
    return folds.map((classes, fold) => ({
      beliefModel: createBeliefModelFrom(members, { ...kind, classes }),
      rows: rows.filter((row) => row.fold === fold),
    }));
  });
  const pollAt = (target: number): PollEnd[] =>
    parts.flatMap(({ beliefModel, rows }) => {
      const memberCosts = costs === null ? [] : beliefModel.names.map((name) => costs[name] ?? 1);
      const poll = createPollReplayer(beliefModel, { target, first, batch, costs: memberCosts });
      return rows.map((row): PollEnd => {
        const { end, right, belief } = poll(row);
        const sure = end === "sure";
        return { sure, wrong: sure && !right, doubt: sure ? 1 - belief : 0 };
      });
    });
  return new Map(THRESHOLDS.map((threshold) => [threshold, pollAt(threshold)]));
}
