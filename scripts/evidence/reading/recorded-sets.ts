/* Replies with a known answer: what strict reading leaves unread, and what a vote comes to. */
import { choice, exact, math, number } from "../../../packages/core/src/answers/answer-kinds.ts";
import { clusterAnswers, isSameAnswer } from "../../../packages/core/src/answers/cluster.ts";
import { createReader } from "../../../packages/core/src/answers/create-reader.ts";
import { readReply } from "../../../packages/core/src/answers/read-reply.ts";
import { wrapAnswer, readKnown } from "../../../packages/eval/src/read-known.ts";
import { readRecorded } from "../../../packages/eval/src/read-recorded.ts";
import type {
  AnswerKind,
  AnswerReader,
  ReadAnswer,
} from "../../../packages/core/src/protocol/answer.ts";
import { recordedRows } from "../recorded.ts";

const SETS = {
  gsm8k: { name: "number()", kind: number() },
  "math-l5": { name: "math()", kind: math() },
  crux: { name: "exact()", kind: exact() },
  "mmlu-pro": { name: "choice()", kind: choice([..."ABCDEFGHIJ"]) },
} as const;

export type RecordedSet = keyof typeof SETS;
export const RECORDED_SETS = Object.keys(SETS) as RecordedSet[];

export interface SetScore {
  set: RecordedSet;
  kind: string;
  questions: number;
  members: number;
  replies: number;
  /** Shares of the replies, 0 to 1. */
  strict: WayScore;
  lenient: WayScore;
}

/** What one way to read comes to, as shares from 0 to 1. */
export interface WayScore {
  unread: number;
  vote: number;
  bestMember: number;
}

type ReadText = (
  reader: AnswerReader,
  text: string,
  question: string,
) => ReadAnswer<unknown> | null;

/** Reads every row of a set in both ways, and lets the members vote. */
export function scoreSet(set: RecordedSet): SetScore {
  const rows = recordedRows(`${set}.jsonl.gz`);
  const kind = SETS[set].kind as AnswerKind<unknown>;
  const members = Object.keys(rows[0]?.["outputs"] ?? {});
  const strict: ReadText = (reader, text) => reader.read(readReply(text), text);
  const lenient: ReadText = (reader, text, question) => {
    const found = readRecorded(text, { answer: kind, question });
    return found && reader.read(wrapAnswer(found.answer), text);
  };
  const score = (read: ReadText): WayScore => scoreWay(rows, members, kind, read);
  return {
    set,
    kind: SETS[set].name,
    questions: rows.length,
    members: members.length,
    replies: rows.length * members.length,
    strict: score(strict),
    lenient: score(lenient),
  };
}

function scoreWay(
  rows: readonly Record<string, unknown>[],
  members: readonly string[],
  kind: AnswerKind<unknown>,
  read: ReadText,
): WayScore {
  const right = members.map(() => 0);
  let [unread, votes] = [0, 0];
  for (const row of rows) {
    const [question, gold] = [String(row["question"]), String(row["gold"])];
    const outputs = row["outputs"] as Record<string, string>;
    const reader = createReader(kind, question) as AnswerReader;
    const truth = reader.read(readKnown(gold), gold);
    const values = members.map((member) => read(reader, outputs[member] ?? "", question));
    const isRight = values.map(
      (value) => value !== null && truth !== null && isSameAnswer(reader, value, truth),
    );
    unread += values.filter((value) => value === null).length;
    votes += Number(isRight[clusterAnswers(values, reader)[0]?.[0] ?? -1] === true);
    isRight.forEach((each, at) => (right[at] = (right[at] ?? 0) + Number(each)));
  }
  return {
    unread: unread / (rows.length * members.length),
    vote: votes / rows.length,
    bestMember: Math.max(...right) / rows.length,
  };
}
