import { clusterAnswers } from "../answers/index.ts";
import { describeClusters, soleLeader, type Count } from "../decide/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { Cluster } from "../protocol/rules.ts";
import type { Table } from "./table.ts";
import { verdictsOn } from "./verify.ts";

/** Everybody's latest vote, counted, with what a checker has to say about it. */
export interface Ballots {
  /** What rules may choose from: refuted answers are not in it. */
  count: Count;
  /** All answers, refuted ones too, for the tally. */
  clusters: readonly Cluster[];
  /** What each member answers, by panel index. */
  values: readonly (ReadAnswer<unknown> | null)[];
  reader: AnswerReader;
  /** The answer that a checker found right. */
  locked: Cluster | null;
  /** Whether a checker has ruled an answer out. */
  isVetoed(answer: unknown): boolean;
}

export async function ballotsOf(table: Table): Promise<Ballots> {
  const { setting, ports, seats, task } = table;
  const reader = table.reader as AnswerReader;
  const votes = seats.map(({ vote }) => vote);
  const values = seats.map(({ value }) => value);
  const groups = clusterAnswers(values, reader);
  const clusters = describeClusters(groups, votes);
  const verdicts = setting.verify && (await verdictsOn(table, groups, values));
  const vetoed = new Set(
    setting.verify?.veto ? clusters.filter((_, at) => verdicts?.[at] === "refuted") : [],
  );
  const count: Count = {
    question: task.question,
    votes,
    clusters: clusters.filter((cluster) => !vetoed.has(cluster)),
    weights: setting.members.map(({ weight }) => weight),
    names: setting.members.map(({ name }) => name),
    basis: reader.basis,
    leader: soleLeader(ports.rounds[0]?.positions ?? []),
  };
  return {
    count,
    clusters,
    values,
    reader,
    locked: (setting.verify?.lock && clusters[verdicts?.indexOf("ok") ?? -1]) || null,
    isVetoed: (answer) =>
      [...vetoed].some(({ speaker }) => {
        const refuted = values[speaker];
        return refuted != null && reader.same(refuted.value, answer, refuted.verbatim);
      }),
  };
}
