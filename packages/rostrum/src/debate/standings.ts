import { clusterAnswers } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { Standing } from "../protocol/events.ts";
import type { Answered } from "./ask.ts";
import { hasChanged, type Seat } from "./state.ts";

/** Where every member stands after a round. */
export interface Standings {
  /** One per member, in panel order. */
  list: Standing[];
  /** This round's answers; `null` for members that don't vote in it. */
  values: (ReadAnswer<unknown> | null)[];
  /** Panel indexes by answer, largest group first. */
  groups: number[][];
  /** Size of the largest group, divided by the members asked so far, without those that were dropped before they voted. */
  agreement: number;
}

export function standingsOf(
  seats: readonly Seat[],
  answered: readonly Answered[],
  reader: AnswerReader,
): Standings {
  const list: Standing[] = [];
  const values: (ReadAnswer<unknown> | null)[] = [];
  for (const seat of seats) {
    const status = seat.vote === null || seat.dropped ? "not_asked" : "kept";
    list.push({ status, answer: null, changed: false, cluster: null });
    values.push(seat.vote === null ? null : seat.value);
  }
  for (const { seat, read } of answered) {
    const value = read === null ? null : valueOf(read, reader);
    const status = read === null ? "failed" : value === null ? "unread" : "spoke";
    const changed = hasChanged(reader, seat, value);
    list[seat.index] = { status, answer: null, changed, cluster: null };
    values[seat.index] = value;
  }
  const groups = clusterAnswers(values, reader);
  groups.forEach((group, cluster) => {
    for (const index of group) (list[index] as Standing).cluster = cluster;
  });
  list.forEach((standing, index) => (standing.answer = values[index]?.wording ?? null));
  return { list, values, groups, agreement: agreementOf(seats, groups) };
}

/** Who never voted and can't be asked any more has no part in the agreement. */
export function agreementOf(
  seats: readonly Seat[],
  [largest = []]: readonly (readonly number[])[],
): number {
  const asked = seats.filter((seat) => seat.asked && !(seat.dropped && seat.vote === null)).length;
  return asked === 0 ? 0 : largest.length / asked;
}

/** Under `auto`, replies of round 0 came before the kind was known, so they are read now. */
function valueOf(
  { value, reading, text }: NonNullable<Answered["read"]>,
  reader: AnswerReader,
): ReadAnswer<unknown> | null {
  return value === undefined ? reader.read(reading, text) : value;
}
