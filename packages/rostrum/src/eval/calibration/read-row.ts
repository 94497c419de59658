import {
  autoReader,
  clusterAnswers,
  readerFor,
  readReply,
  sameAnswer,
} from "../../answers/index.ts";
import { ConfigError } from "../../errors.ts";
import type { AnswerKind, AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import { isPlainObject, show } from "../../vocabulary/index.ts";

/** A question with a known answer, and what the members said to it. */
export interface LabelledReplies {
  gold: string;
  /** By debater name. A member without a reply is left out of the row. */
  replies: Record<string, string>;
  /** The replies after a debate, by debater name, where there was one. */
  revised?: Record<string, string>;
  /** The question, where it is known: `auto` and `choice` look at it. */
  question?: string;
  /** How long each reply took, where that is known. */
  latencyMs?: Record<string, number>;
  /** Output tokens that each reply was charged for, where that is known. Otherwise the text is measured. */
  outputTokens?: Record<string, number>;
}

/** A row without its words. */
export interface ReadRow {
  /** How its answers were compared. */
  basis: string;
  /** By name: the group of equal answers; -1 where the reply could not be read. */
  said: ReadonlyMap<string, number>;
  /** The group whose answer is right. */
  right: number | null;
  /** Whether the known answer could be read as the kind of answer asked for. */
  known: boolean;
  /** What a debate did to the vote, where there was one. */
  debated: { led: boolean; before: boolean; after: boolean } | null;
}

/** Reduces a row to who was right, and how the others' errors fell together. */
export function readRow(
  row: LabelledReplies,
  index: number,
  kind: AnswerKind<unknown> | AnswerKind,
): ReadRow {
  checkRow(row, index);
  const { gold, replies, question = "" } = row;
  const names = Object.keys(replies).sort();
  const texts = names.map((name) => replies[name] ?? "");
  const reader =
    readerFor(kind as AnswerKind<unknown>, question) ?? autoReader(question, [gold, ...texts]);
  const truth = readGold(gold, reader);
  const values = texts.map((text) => reader.read(readReply(text), text));
  const isRight = values.map(
    (value) => value !== null && truth !== null && sameAnswer(reader, value, truth),
  );
  const errors = values.map((value, at) => (isRight[at] ? null : value));
  const right = isRight.includes(true) ? 0 : null;
  const said = new Map(names.map((name, at) => [name, isRight[at] ? 0 : -1]));
  clusterAnswers(errors, reader).forEach((group, number) => {
    for (const at of group) said.set(names[at] ?? "", number + (right === null ? 0 : 1));
  });
  const debated = row.revised === undefined ? null : debateOf(values, row.revised, reader, truth);
  return { basis: reader.basis, said, right, known: truth !== null, debated };
}

/** The vote of round 0 against the vote of the revised replies. */
function debateOf(
  values: readonly (ReadAnswer<unknown> | null)[],
  revised: Readonly<Record<string, string>>,
  reader: AnswerReader,
  truth: ReadAnswer<unknown> | null,
): ReadRow["debated"] {
  const wins = (list: readonly (ReadAnswer<unknown> | null)[]): boolean => {
    const winner = list[clusterAnswers(list, reader)[0]?.[0] ?? -1] ?? null;
    return winner !== null && truth !== null && sameAnswer(reader, winner, truth);
  };
  const after = Object.keys(revised)
    .sort()
    .map((name) => reader.read(readReply(revised[name] ?? ""), revised[name] ?? ""));
  const [first = [], second = []] = clusterAnswers(values, reader);
  return { led: first.length > second.length, before: wins(values), after: wins(after) };
}

function readGold(gold: string, reader: AnswerReader): ReadAnswer<unknown> | null {
  return reader.read({ answer: gold, reasoning: "", confidence: null }, gold);
}

function checkRow(row: unknown, index: number): asserts row is LabelledReplies {
  const path = `rows[${index}]`;
  if (!isPlainObject(row) || typeof row["gold"] !== "string" || !isPlainObject(row["replies"])) {
    throw new ConfigError(
      path,
      `expected { gold: string, replies: { name: text } }, got ${show(row)}`,
    );
  }
  for (const field of ["replies", "revised"]) {
    const texts = row[field];
    if (field === "revised" && texts === undefined) continue;
    if (!isPlainObject(texts)) {
      throw new ConfigError(
        `${path}.${field}`,
        `expected texts by debater name, got ${show(texts)}`,
      );
    }
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text !== "string") {
        throw new ConfigError(`${path}.${field}.${name}`, `expected a text, got ${show(text)}`);
      }
    }
  }
  if (row["question"] !== undefined && typeof row["question"] !== "string") {
    throw new ConfigError(`${path}.question`, `expected a text, got ${show(row["question"])}`);
  }
  for (const field of ["latencyMs", "outputTokens"]) {
    const amounts = row[field];
    if (amounts === undefined) continue;
    const isAmount = (value: unknown): boolean =>
      typeof value === "number" && Number.isFinite(value) && value >= 0;
    if (!isPlainObject(amounts) || !Object.values(amounts).every(isAmount)) {
      throw new ConfigError(
        `${path}.${field}`,
        `expected numbers by debater name, 0 or more, got ${show(amounts)}`,
      );
    }
  }
}
