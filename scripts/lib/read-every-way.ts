import { z } from "zod";
import {
  autoReader,
  choice,
  exact,
  json,
  math,
  number,
  parseReply,
  readerFor,
  readReply,
  sameAnswer,
  text,
  wordOverlap,
} from "../../packages/rostrum/src/answers/index.ts";
import { pickedLabel } from "../../packages/rostrum/src/debate/verdict.ts";
import type { AnswerReader, ReadAnswer } from "../../packages/rostrum/src/protocol/answer.ts";

const question = "Which is the capital? (A) Paris (B) Lyon (C) Genève";
const labels = ["AGENT_1", "AGENT_10", "Debater A"];

const kinds = {
  text: text(),
  loose: text({ similarity: 0.3 }),
  exact: exact(),
  number: number(),
  tolerant: number({ tolerance: 0.5 }),
  math: math(),
  letters: choice(),
  options: choice(["red", "blue", "PostgreSQL with JSONB"]),
  json: json(z.object({ answer: z.string() }).or(z.array(z.unknown()))),
  any: json(z.any()),
};

const fixed: readonly AnswerReader[] = Object.values(kinds).map(
  (kind) => readerFor(kind as ReturnType<typeof text>, question) as AnswerReader,
);

function checkPair(reader: AnswerReader, a: ReadAnswer<unknown>, b: ReadAnswer<unknown>): void {
  if (!sameAnswer(reader, a, a)) throw new Error(`${reader.basis}: an answer differs from itself`);
  const same = sameAnswer(reader, a, b);
  if (sameAnswer(reader, b, a) !== same)
    throw new Error(`${reader.basis}: the order of two answers matters`);
  const equalKeys = reader.key !== undefined && reader.key(a.value, a) === reader.key(b.value, b);
  if (equalKeys && !same) throw new Error(`${reader.basis}: one key for two answers`);
}

/** Reads two replies by every reader and kind, and compares them by each. Throws what a reader throws. */
export function readEveryWay(one: string, other: string): void {
  const [first, second] = [readReply(one), readReply(other)];
  const readers = [...fixed, autoReader(question, [one, other]), autoReader("How many?", [one])];
  for (const reader of readers) {
    const [a, b] = [reader.read(first, one), reader.read(second, other)];
    if (a !== null && b !== null) checkPair(reader, a, b);
  }
  autoReader(one, [other]);
  parseReply(one);
  pickedLabel(one, labels);
  wordOverlap(one, other);
}
