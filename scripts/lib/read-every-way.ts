import { z } from "zod";
import {
  choice,
  draft,
  exact,
  findings,
  json,
  math,
  number,
  text,
} from "../../packages/core/src/answers/answer-kinds.ts";
import { createAutoReader, createReader } from "../../packages/core/src/answers/create-reader.ts";
import { readGroups } from "../../packages/core/src/answers/comparer-reply/read-groups.ts";
import { readObject } from "../../packages/core/src/answers/reply/read-object.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { isSameAnswer } from "../../packages/core/src/answers/cluster.ts";
import { sectionLines, withoutMarks } from "../../packages/core/src/answers/reply/sections.ts";
import { MARK } from "./mutated-replies.ts";
import { readPickedLabel } from "../../packages/core/src/debate/deciding/picked-label.ts";
import { readRecorded } from "../../packages/eval/src/index.ts";
import type {
  AnswerKind,
  AnswerReader,
  ReadAnswer,
} from "../../packages/core/src/protocol/answer.ts";

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
  findings: findings(),
  draft: draft(),
};

const all = Object.values(kinds) as AnswerKind<unknown>[];
/** The kinds that a lenient reading looks for in different ways. */
const searched: AnswerKind<unknown>[] = ["number", "math", "choice", "auto"];
const fixed = all.map((kind) => createReader(kind, question) as AnswerReader);

function checkPair(reader: AnswerReader, a: ReadAnswer<unknown>, b: ReadAnswer<unknown>): void {
  if (!isSameAnswer(reader, a, a))
    throw new Error(`${reader.basis}: an answer differs from itself`);
  const isSame = isSameAnswer(reader, a, b);
  if (isSameAnswer(reader, b, a) !== isSame)
    throw new Error(`${reader.basis}: the order of two answers matters`);
  const equalKeys = reader.key !== undefined && reader.key(a.value, a) === reader.key(b.value, b);
  if (equalKeys && !isSame) throw new Error(`${reader.basis}: one key for two answers`);
  const settled = reader.compareByRules?.(a.value, b.value) ?? "open";
  if (settled !== (reader.compareByRules?.(b.value, a.value) ?? "open"))
    throw new Error(`${reader.basis}: the order of two answers matters to what is settled`);
  if (settled !== "open" && (settled === "same") !== isSame)
    throw new Error(`${reader.basis}: what is settled contradicts what is the same`);
}

/** Reads two replies by every reader and kind, and compares them by each. Throws what a reader throws. */
export function readEveryWay(one: string, other: string): void {
  const readings = [readReply(one, MARK), readReply(other, MARK)] as const;
  const readers = [
    ...fixed,
    createAutoReader(question, readings),
    createAutoReader("How many?", [readings[0]]),
    createAutoReader(one, [readings[1]]),
  ];
  for (const reader of readers) {
    const [a, b] = [reader.read(readings[0], one), reader.read(readings[1], other)];
    if (a !== null && b !== null) checkPair(reader, a, b);
  }
  readReply(one);
  readObject(one, MARK);
  readGroups(one, 3);
  readPickedLabel(one, labels);
  for (const answer of searched) readRecorded(one, { answer, question });
  if (withoutMarks(one, MARK).includes(sectionLines(MARK).open))
    throw new Error("a mark is left in what others see");
}
