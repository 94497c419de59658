import { readReply, sameAnswer } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { ReviewedEvent } from "../protocol/events.ts";
import type { Position } from "../protocol/position.ts";
import type { Review } from "../protocol/settings.ts";
import { expressed } from "./decision.ts";

/** A member with an answer. */
export interface Voter {
  /** Its place in the panel. */
  index: number;
  vote: Position;
  value: ReadAnswer<unknown> | null;
}

export type Settled = Omit<ReviewedEvent, "type" | "review" | "regrouped">;

/** The answer after a person's review, and whose answer it is. */
export function settled(
  reader: AnswerReader | null,
  voters: readonly Voter[],
  /** What stood before the review. */
  { answer, unit, winner, text, reasoning, confidence, dissent }: Settled,
  review: Review,
  /** Places in the panel of those who count as giving the same answer. */
  groups: readonly (readonly number[])[],
): Settled {
  if (review.verdict === "confirm")
    return { answer, unit, winner, text, reasoning, confidence, dissent };
  const everybody = voters.map(({ vote }) => vote.debater);
  const nobody = { winner: null, text: "", reasoning: "", confidence: null, dissent: everybody };
  if (review.verdict === "reject" || review.answer === undefined)
    return { ...nobody, answer: null, unit: null };
  // A corrected answer is read like any other, so that it has the same type.
  const said = review.answer;
  const read = readWords(reader, said);
  if (read === null || reader === null) {
    const error = "the corrected answer could not be read as the kind of answer asked for";
    return {
      ...nobody,
      answer: said,
      unit: null,
      text: said,
      missing: [{ what: "review", error }],
    };
  }
  const exact = voters.filter(({ value }) => value && sameAnswer(reader, value, read));
  const [first] = exact;
  // Whom the person or the panel grouped with a holder of the answer holds it too.
  const shared = groups.filter((group) => exact.some(({ index }) => group.includes(index)));
  const grouped = new Set(shared.flat());
  const holders = voters.filter((voter) => exact.includes(voter) || grouped.has(voter.index));
  const stands = expressed(reader, read, [read, ...holders.flatMap(({ value }) => value ?? [])]);
  if (!first) return { ...nobody, ...stands, text: said };
  return {
    ...stands,
    winner: first.vote.debater,
    text: first.vote.text,
    reasoning: first.vote.reasoning,
    confidence: first.vote.confidence,
    dissent: voters.filter((voter) => !holders.includes(voter)).map(({ vote }) => vote.debater),
  };
}

/** Words that are the answer itself, read as the kind reads answers. */
export function readWords(reader: AnswerReader | null, words: string): ReadAnswer<unknown> | null {
  return reader?.read({ ...readReply(words), answer: words, from: "section" }, words) ?? null;
}
