import { sameAnswer } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { Position } from "../protocol/position.ts";
import type { Message } from "../protocol/question.ts";
import type { Member } from "./resolved-config.ts";

/** A member at the state: who it is, what was said with it, and where it stands. */
export interface Seat {
  index: number;
  member: Member;
  system: string;
  /** Turns so far. Only ever appended to, so that providers' prompt caches hit. */
  chat: Message[];
  asked: boolean;
  /** Its error can't heal: it is not asked any more. */
  dropped: boolean;
  /** Latest spoken or kept position. */
  vote: Position | null;
  /** What that position answers, as the answer kind reads it. */
  value: ReadAnswer<unknown> | null;
}

/** Measured, not believed: the answer read now against the answer read before. */
export function hasChanged(
  reader: AnswerReader,
  { value: before }: Seat,
  now: ReadAnswer<unknown> | null,
): boolean {
  return before !== null && now !== null && !sameAnswer(reader, before, now);
}
