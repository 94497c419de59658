import { sameAnswer } from "../answers/index.ts";
import { tallyOf, type Choice } from "../decide/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { ConfidenceBasis, TallyRow } from "../protocol/result.ts";
import type { Ballots } from "./ballots.ts";
import type { Judgment } from "./judge.ts";

/** What every decision says in addition to the answer. */
export interface Circumstances {
  stopReason: string;
  /** No debater has revised yet, so a calibration from independent replies applies. */
  independent: boolean;
}

/** An answer that won by votes. */
export function decidedByVote(
  { count, clusters, values, reader, basisWith }: Ballots,
  { method, winner, cluster, belief, fallback }: Choice,
  { stopReason, independent }: Circumstances,
): SynthesizedEvent {
  const { votes, names } = count;
  const position = votes[winner];
  const chosen = count.clusters[cluster];
  const confidence = belief ? belief.right : (chosen?.confidence ?? null);
  const tally = tallyOf(clusters, votes, count.weights);
  const group = groupOf(values, chosen?.members ?? []);
  const { answer, unit } = expressed(reader, values[winner] ?? null, group);
  if (method === "weighted") {
    const seat = ({ debaters }: TallyRow): number => names.indexOf(debaters[0] ?? "");
    tally.sort((a, b) => b.weight - a.weight || seat(a) - seat(b));
  }
  return {
    type: "debate.synthesized",
    method,
    basis: basisWith(null),
    answer,
    unit,
    text: position?.text ?? "",
    reasoning: position?.reasoning ?? "",
    confidence,
    confidenceBasis: confidence === null ? null : basisOf(belief, independent),
    winner: position?.debater ?? null,
    tally,
    dissent: votersOutside(votes, chosen?.members ?? []),
    calls: [],
    fallback: fallback ?? null,
    stopReason,
  };
}

/** An answer that the judge decided on, in the judge's words. */
export function decidedByJudge(
  ballots: Ballots,
  judgment: Judgment,
  circumstances: Circumstances,
): SynthesizedEvent {
  const { count, values, reader } = ballots;
  const { picked, value } = judgment;
  if (picked !== null || value === null) {
    const winner = picked ?? -1;
    const cluster = count.clusters.findIndex(({ members }) => members.includes(winner));
    const voted = decidedByVote(ballots, { method: "judged", winner, cluster }, circumstances);
    return { ...voted, ...wordsOf(judgment) };
  }
  const agreeing = values.flatMap((other, index) =>
    other !== null && sameAnswer(reader, other, value) ? [index] : [],
  );
  const cluster = count.clusters.findIndex(({ members }) =>
    members.some((member) => agreeing.includes(member)),
  );
  const winner = count.clusters[cluster]?.speaker ?? -1;
  const voted = decidedByVote(ballots, { method: "judged", winner, cluster }, circumstances);
  return {
    ...voted,
    ...wordsOf(judgment),
    basis: ballots.basisWith(value),
    ...expressed(reader, value, groupOf(values, agreeing)),
    text: judgment.text ?? "",
    reasoning: judgment.reasoning,
    confidence: judgment.confidence ?? voted.confidence,
    confidenceBasis: judgment.confidence === null ? voted.confidenceBasis : "judge",
    dissent: votersOutside(count.votes, agreeing),
  };
}

const groupOf = (values: Ballots["values"], members: readonly number[]): ReadAnswer<unknown>[] =>
  members.map((index) => values[index] ?? null).filter((value) => value !== null);

/** An answer as the result shows it: if it has a unit, in the unit of the first member that gave it. */
export function expressed(
  reader: AnswerReader,
  value: ReadAnswer<unknown> | null,
  group: readonly ReadAnswer<unknown>[],
): { answer: unknown; unit: string | null } {
  if (value === null) return { answer: null, unit: null };
  const found = reader.inUnitOf?.(value, group) ?? { value: value.value, unit: null };
  return { answer: found.value, unit: found.unit };
}

/** What the judge said and what its call used, whether or not its verdict is used. */
export function wordsOf(
  judgment: Judgment,
): Partial<SynthesizedEvent> & Pick<SynthesizedEvent, "calls"> {
  const { text, calls, justification, dissent, citations, ordersAgree, clarified } = judgment;
  return {
    calls,
    ...(text !== undefined ? { judgment: text } : {}),
    ...(justification !== undefined ? { justification } : {}),
    ...(dissent !== undefined ? { judgedDissent: dissent } : {}),
    ...(citations !== undefined ? { citations } : {}),
    ...(ordersAgree !== undefined ? { ordersAgree } : {}),
    ...(clarified ? { clarified } : {}),
  };
}

/** A calibration applies to independent replies only, so after a revision the probability is unknown. */
function basisOf(belief: Choice["belief"], independent: boolean): ConfidenceBasis {
  if (!belief) return "self_reported";
  return belief.calibrated && independent ? "calibrated" : "uncalibrated";
}

function votersOutside(votes: Ballots["count"]["votes"], members: readonly number[]): string[] {
  return votes.flatMap((vote, index) => (vote && !members.includes(index) ? [vote.debater] : []));
}
