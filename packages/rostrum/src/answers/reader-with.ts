import type { AnswerReader } from "../protocol/answer.ts";

/** A reader that does some things in another way. Not a spread, because a reader may be an instance of a class. */
export function readerWith<A>(
  reader: AnswerReader<A>,
  changes: Partial<AnswerReader<A>>,
): AnswerReader<A> {
  const copy: AnswerReader<A> = {
    basis: reader.basis,
    read: reader.read.bind(reader),
    same: reader.same.bind(reader),
  };
  if (reader.settle) copy.settle = reader.settle.bind(reader);
  if (reader.shown) copy.shown = reader.shown.bind(reader);
  if (reader.isNone) copy.isNone = reader.isNone.bind(reader);
  if (reader.key) copy.key = reader.key.bind(reader);
  if (reader.inUnitOf) copy.inUnitOf = reader.inUnitOf.bind(reader);
  return Object.assign(copy, changes);
}
