import {
  createAutoReader,
  clusterAnswers,
  createReader,
  readReply,
  isSameAnswer,
} from "@rostrum/core/answers";
import type { AnswerKind, AnswerReader, ReadAnswer, Reading } from "@rostrum/core/protocol";
import { fail } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import { wrapAnswer, readKnown } from "../read-known.ts";
import type { readRecorded } from "../read-recorded.ts";

/** A question with the replies of a panel's members. */
export interface PanelReplies {
  /** The right answer; absent or `null` if unknown. */
  gold?: string | null;
  /** An answer known to be wrong, if the right one is unknown. Members that gave another answer aren't judged. */
  wrong?: string;
  /** By debater name. A member without a reply is left out of the row. */
  replies: Record<string, string>;
  /**
   * Answers that a debate read from the replies, by debater name; `null` for an unreadable reply. Used unchanged,
   * because stored replies lack the marks that a debate reads by.
   */
  answers?: Record<string, string | null>;
  /** Replies after the debate, if there was one, by debater name. */
  revised?: Record<string, string>;
  /** Like `answers`, for the revised replies. */
  revisedAnswers?: Record<string, string | null>;
  /** The question, if known: `auto` and `choice` use it. */
  question?: string;
  /** Duration of each reply, if known. */
  latencyMs?: Record<string, number>;
  /** Billed output tokens of each reply. Default: estimated from the text. */
  outputTokens?: Record<string, number>;
}

/** A question with a known answer and the members' replies. */
export interface LabelledReplies extends PanelReplies {
  gold: string;
}

/** A row reduced to groups of equal answers. */
export interface ReadRow {
  /** Kind by which its answers were compared. */
  basis: string;
  /** By name: the group of equal answers; -1 where the reply could not be read. */
  answerGroups: ReadonlyMap<string, number>;
  /** The group whose answer is right. */
  right: number | null;
  /** True if the known answer could be read as the expected kind. */
  known: boolean;
  /** Effect of the debate on the vote; `null` if there was no debate. */
  debated: { led: boolean; before: boolean; after: boolean } | null;
}

export interface RowReading {
  kind: AnswerKind<unknown> | AnswerKind;
  /** Replaces the reader of debates. */
  read?: typeof readRecorded | undefined;
}

/** Reading of a reply before its kind is detected, with the reply; empty if unreadable. */
interface ReadText {
  reading: Reading;
  text: string;
}

/** Reduces a row to who was right, and which errors coincide. */
export function readRow(row: PanelReplies, index: number, options: RowReading): ReadRow {
  checkRow(row, index);
  const { replies, question = "" } = row;
  const gold = row.gold ?? row.wrong ?? null;
  const names = Object.keys(replies).sort();
  const texts = readTexts(replies, row.answers, question, options);
  const knownReadings = gold === null ? [] : [readKnown(gold)];
  const reader =
    createReader(options.kind as AnswerKind<unknown>, question) ??
    createAutoReader(question, [...knownReadings, ...texts.map(({ reading }) => reading)]);
  const [stated] = knownReadings;
  const truth = stated === undefined ? null : reader.read(stated, gold ?? "");
  const values = texts.map(({ reading, text }) => reader.read(reading, text));
  const isRight = values.map(
    (value) => value !== null && truth !== null && isSameAnswer(reader, value, truth),
  );
  if (typeof row.gold !== "string" && row.wrong !== undefined) {
    const wrong = names.filter((_, at) => isRight[at]);
    const wrongGroups = new Map(wrong.map((name) => [name, 0]));
    return {
      basis: reader.basis,
      answerGroups: wrongGroups,
      right: null,
      known: wrong.length > 0,
      debated: null,
    };
  }
  const errors = values.map((value, at) => (isRight[at] ? null : value));
  const right = isRight.includes(true) ? 0 : null;
  const answerGroups = new Map(names.map((name, at) => [name, isRight[at] ? 0 : -1]));
  clusterAnswers(errors, reader).forEach((group, number) => {
    for (const at of group) answerGroups.set(names[at] ?? "", number + (right === null ? 0 : 1));
  });
  const revised = row.revised && readTexts(row.revised, row.revisedAnswers, question, options);
  const after = revised?.map(({ reading, text }) => reader.read(reading, text));
  const debated =
    after === undefined || truth === null ? null : compareVotes(values, after, reader, truth);
  return { basis: reader.basis, answerGroups, right, known: truth !== null, debated };
}

/** Reads the replies, sorted by debater name. */
function readTexts(
  replies: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, string | null>> = {},
  question: string,
  { kind, read }: RowReading,
): ReadText[] {
  return Object.keys(replies)
    .sort()
    .map((name) => {
      const text = replies[name] ?? "";
      const recordedAnswer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (recordedAnswer === undefined && read === undefined)
        return { reading: readReply(text), text };
      const answer =
        recordedAnswer === undefined
          ? read?.(text, { answer: kind, question })?.answer
          : recordedAnswer;
      return { reading: wrapAnswer(answer ?? null), text: typeof answer === "string" ? text : "" };
    });
}

/** Compares the vote of round 0 with the vote of the revised replies. */
function compareVotes(
  values: readonly (ReadAnswer<unknown> | null)[],
  after: readonly (ReadAnswer<unknown> | null)[],
  reader: AnswerReader,
  truth: ReadAnswer<unknown> | null,
): ReadRow["debated"] {
  const wins = (list: readonly (ReadAnswer<unknown> | null)[]): boolean => {
    const winner = list[clusterAnswers(list, reader)[0]?.[0] ?? -1] ?? null;
    return winner !== null && truth !== null && isSameAnswer(reader, winner, truth);
  };
  const [first = [], second = []] = clusterAnswers(values, reader);
  return { led: first.length > second.length, before: wins(values), after: wins(after) };
}

function checkRow(row: unknown, index: number): asserts row is PanelReplies {
  const path = `rows[${index}]`;
  if (!isPlainObject(row) || !isPlainObject(row["replies"])) {
    return fail(path, "{ gold: string, replies: { name: text } }", row);
  }
  const { gold = null } = row;
  if (gold !== null && typeof gold !== "string") {
    fail(`${path}.gold`, "a text, or null where no answer is known", gold);
  }
  for (const [field, [expected, isExpected]] of Object.entries(BY_NAME)) {
    const values = row[field];
    if (values === undefined) continue;
    if (!isPlainObject(values)) return fail(`${path}.${field}`, "values by debater name", values);
    for (const [name, value] of Object.entries(values)) {
      if (!isExpected(value)) fail(`${path}.${field}.${name}`, expected, value);
    }
  }
  const { question, wrong } = row;
  if (wrong !== undefined && typeof wrong !== "string") fail(`${path}.wrong`, "a text", wrong);
  if (question !== undefined && typeof question !== "string") {
    fail(`${path}.question`, "a text", question);
  }
}

type Check = readonly [expected: string, isExpected: (value: unknown) => boolean];

const TEXT: Check = ["a text", (value) => typeof value === "string"];
const TEXT_OR_NULL: Check = [
  "a text or null",
  (value) => value === null || typeof value === "string",
];
const AMOUNT: Check = [
  "a number, 0 or more",
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
];

/** Fields of a row that have a value for each debater. */
const BY_NAME: Readonly<Record<string, Check>> = {
  replies: TEXT,
  revised: TEXT,
  answers: TEXT_OR_NULL,
  revisedAnswers: TEXT_OR_NULL,
  latencyMs: AMOUNT,
  outputTokens: AMOUNT,
};
