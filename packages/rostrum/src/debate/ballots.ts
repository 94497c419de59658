import { clusterAnswers, sameAnswer } from "../answers/index.ts";
import { describeClusters, soleLeader, type Count } from "../decide/index.ts";
import type { AnswerReader, Basis, ReadAnswer } from "../protocol/answer.ts";
import type { Cluster } from "../protocol/rules.ts";
import { basisOf, type DebateState } from "./state.ts";
import { verdictsOn } from "./verify.ts";

/** Every member's latest vote, counted, with the checker's verdicts. */
export interface Ballots {
  /** The answers that rules may choose from. Refuted answers are left out. */
  count: Count;
  /** All answers, refuted ones too, for the tally. */
  clusters: readonly Cluster[];
  /** What each member answers, by panel index. */
  values: readonly (ReadAnswer<unknown> | null)[];
  reader: AnswerReader;
  /** Why these answers count as the same; `answer` is one more answer to consider. */
  basisWith(answer: ReadAnswer<unknown> | null): Basis;
  /** The answer that a checker found right. */
  locked: Cluster | null;
  /** Whether a checker has ruled an answer out. */
  isVetoed(answer: ReadAnswer<unknown>): boolean;
}

const NONE: readonly Cluster[] = [];

/** `grouped`: panel indexes by answer, where a person has grouped the votes. */
export async function ballotsOf(
  state: DebateState,
  grouped: readonly (readonly number[])[] | null = null,
): Promise<Ballots> {
  const { config, ports, seats, task } = state;
  const reader = state.reader as AnswerReader;
  const votes = seats.map(({ vote }) => vote);
  const values = seats.map(({ value }) => value);
  const groups = grouped ?? clusterAnswers(values, reader);
  const clusters = describeClusters(groups, votes);
  const verdicts = config.verify && (await verdictsOn(state, groups, values));
  const vetoed = config.verify?.veto
    ? clusters.filter((_, at) => verdicts?.[at] === "refuted")
    : NONE;
  const count: Count = {
    question: task.question,
    votes,
    clusters:
      vetoed.length === 0 ? clusters : clusters.filter((cluster) => !vetoed.includes(cluster)),
    weights: config.members.map(({ weight }) => weight),
    names: config.members.map(({ name }) => name),
    basis: reader.basis,
    leader: soleLeader(ports.rounds[0]?.positions ?? []),
  };
  return {
    count,
    clusters,
    values,
    reader,
    basisWith: (answer) => basisOf(state, [...values, answer]),
    locked: (config.verify?.lock && clusters[verdicts?.indexOf("ok") ?? -1]) || null,
    isVetoed: (answer) =>
      vetoed.some(({ speaker }) => {
        const refuted = values[speaker];
        return refuted != null && sameAnswer(reader, refuted, answer);
      }),
  };
}
