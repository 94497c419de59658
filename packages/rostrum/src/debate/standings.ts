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
  const list = seats.map(silent);
  const answerIn = (value: ReadAnswer<unknown> | null): ReadAnswer<unknown> | null =>
    value !== null && reader.isNone?.(value.value) === true ? null : value;
  const values = seats.map(({ vote, value }) => (vote === null ? null : answerIn(value)));
  list.forEach((standing, index) => {
    if (standing.status === "kept" && !values[index]) standing.status = "unread";
  });
  for (const { seat, read } of answered) {
    const value = read === null ? null : answerIn(valueOf(read, reader));
    const standing = list[seat.index] as Standing;
    standing.status = read === null ? "failed" : value === null ? "unread" : "spoke";
    standing.changed = hasChanged(reader, seat, value);
    values[seat.index] = value;
  }
  const groups = clusterAnswers(values, reader);
  groups.forEach((group, cluster) => {
    for (const index of group) (list[index] as Standing).cluster = cluster;
  });
  list.forEach((standing, index) => (standing.answer = values[index]?.wording ?? null));
  return { list, values, groups, agreement: agreementOf(seats, groups) };
}

/** Where a member stands that said nothing in the round. */
function silent({ vote, dropped }: Seat): Standing {
  const status = vote === null || dropped ? "not_asked" : "kept";
  return { status, answer: null, changed: false, cluster: null };
}

/** Who never voted and can't be asked any more has no part in the agreement. */
export function agreementOf(
  seats: readonly Seat[],
  [largest = []]: readonly (readonly number[])[],
): number {
  const asked = countOf(seats, takesPart);
  return asked === 0 ? 0 : largest.length / asked;
}

const takesPart = ({ asked, dropped, vote }: Seat): boolean => asked && !(dropped && vote === null);

/** How many items are so. A list of them is not needed. */
export function countOf<T>(items: readonly T[], isSo: (item: T) => boolean): number {
  let count = 0;
  for (const item of items) if (isSo(item)) count += 1;
  return count;
}

/** Under `auto`, replies of round 0 came before the kind was known, so they are read now. */
function valueOf(
  { value, reading, text }: NonNullable<Answered["read"]>,
  reader: AnswerReader,
): ReadAnswer<unknown> | null {
  return value === undefined ? reader.read(reading, text) : value;
}
