import { estimateTokens } from "@rostrum/core/debate";
import { hash32 } from "@rostrum/core/record";
import { ConfigError } from "@rostrum/core/support";
import type {
  AnswerKind,
  Calibration,
  DebateCount,
  KindCalibration,
  ReplayRow,
} from "@rostrum/core/protocol";
import { FOLDS, fitKind } from "./fit-kind.ts";
import type { readRecorded } from "../read-recorded.ts";
import { fitUnlabelled } from "./fit-unlabelled.ts";
import { readRow, type PanelReplies, type ReadRow } from "./read-row.ts";

/** Options of `calibrate()`. */
export interface CalibrateOptions {
  /** The kind of the answers. Default `auto`. */
  answer?: AnswerKind<unknown> | AnswerKind;
  /**
   * Reader of the replies. Default: the reader of debates, so that a reply that a debate can't read counts as unread
   * here too. `readRecorded` also guesses where recordings state their answers.
   */
  read?: typeof readRecorded;
  /** Description of the rows, stored with the calibration. Default: none. */
  source?: string;
  /** When the calibration is made. Default: now. */
  at?: number;
}

/**
 * Learns how far a panel can be trusted, for each kind of answer in the rows: how reliable each member is on easy and
 * hard questions, how often errors coincide, and how often a question is a trap. Its probabilities are measured and
 * corrected on held-out rows, in five folds. The order of the rows doesn't matter.
 *
 * If no row has a known answer, members are weighted by who agrees with whom. Such a calibration is marked
 * `unlabelled`, and never makes an answer sure. If some rows have a known answer, the others are ignored.
 */
export function calibrate(
  rows: readonly PanelReplies[],
  options: CalibrateOptions = {},
): Calibration {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new ConfigError("rows", "expected at least one row { gold, replies }, got none");
  }
  const { answer = "auto", read: readReply, source = null, at = Date.now() } = options;
  const all = rows.map((row, index) => ({
    key: getKey(row),
    asked: typeof row?.question === "string",
    ...readRow(row, index, { kind: answer, read: readReply }),
  }));
  const unlabelled = rows.every(({ gold = null, wrong }) => gold === null && wrong === undefined);
  // With an unreadable known answer, every member would seem wrong.
  const usableRows = unlabelled ? all : all.filter(({ known }) => known);
  const names = [...new Set(all.flatMap(({ answerGroups }) => [...answerGroups.keys()]))].sort();
  if (names.length === 0) {
    throw new ConfigError("rows", "expected a reply of at least one debater, got none in any row");
  }
  const latencyMs = averageByName(rows.map((row) => row.latencyMs ?? {}));
  return {
    version: 1,
    ...(unlabelled ? { unlabelled } : {}),
    kinds: fitKinds(usableRows, names, unlabelled ? fitUnlabelled : fitKind),
    ...(Object.keys(latencyMs).length > 0 ? { latencyMs } : {}),
    replyTokens: averageByName(rows.map(measureTokens)),
    about: {
      rows: usableRows.length,
      made: new Date(at).toISOString().slice(0, 10),
      source,
      reads: readReply === undefined ? "strict" : "recorded",
    },
  };
}

/** A row after reading, with the text that determines its fold. */
export type KeyedRow = Omit<ReadRow, "debated" | "known"> & {
  key: string;
  /** True if the key is the question, so that rows with the same key repeat a question. */
  asked?: boolean;
  debated?: ReadRow["debated"];
};

export function fitKinds(
  rows: readonly KeyedRow[],
  names: readonly string[],
  fit: typeof fitKind = fitKind,
): Calibration["kinds"] {
  const kinds: Calibration["kinds"] = {};
  const byKind = Map.groupBy(rows, ({ basis }) => basis);
  for (const [basis, alike] of [...byKind].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const debates = countDebates(alike);
    kinds[basis] = {
      ...fit(assignFolds(alike, names), names),
      ...(debates === null ? {} : { debates }),
    };
  }
  return kinds;
}

/** Effect of debates on votes with a sole leader and on votes without one; `null` if no row was debated. */
function countDebates(rows: readonly KeyedRow[]): KindCalibration["debates"] | null {
  const debatedRows = rows.flatMap(({ debated }) => debated ?? []);
  if (debatedRows.length === 0) return null;
  const count = (list: readonly NonNullable<ReadRow["debated"]>[]): DebateCount => ({
    rows: list.length,
    rightBefore: list.filter(({ before }) => before).length,
    rightAfter: list.filter(({ after }) => after).length,
  });
  return {
    led: count(debatedRows.filter(({ led }) => led)),
    split: count(debatedRows.filter(({ led }) => !led)),
  };
}

/**
 * Deals rows out to folds in the order of their hashes, so that folds don't depend on the order of the rows. Equal rows
 * share a fold: otherwise one would be known while its copy is held out.
 */
function assignFolds(rows: readonly KeyedRow[], names: readonly string[]): ReplayRow[] {
  const hashed = rows.map((row) => ({ row, hash: hash32(row.key) }));
  hashed.sort((a, b) => a.hash - b.hash || (a.row.key < b.row.key ? -1 : 1));
  let rank = -1;
  let previousKey: string | null = null;
  return hashed.map(({ row: { key, answerGroups, right, asked } }) => {
    const isRepeat = key === previousKey;
    if (!isRepeat) rank += 1;
    previousKey = key;
    return {
      said: names.map((name) => answerGroups.get(name) ?? null),
      right,
      fold: rank % FOLDS,
      ...(isRepeat && asked === true ? { repeated: true as const } : {}),
    };
  });
}

function getKey(row: PanelReplies): string {
  if (typeof row?.question === "string") return row.question;
  const replies = Object.entries(row?.replies ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([row?.gold, replies]);
}

function measureTokens({ replies, outputTokens }: PanelReplies): Record<string, number> {
  return Object.fromEntries(
    Object.entries(replies).map(([name, text]) => [
      name,
      outputTokens?.[name] ?? estimateTokens(text),
    ]),
  );
}

/** Mean of each name's amounts, over the rows that have one. */
function averageByName(rows: readonly Record<string, number>[]): Record<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [name, amount] of rows.flatMap((row) => Object.entries(row))) {
    const { sum, count } = sums.get(name) ?? { sum: 0, count: 0 };
    sums.set(name, { sum: sum + amount, count: count + 1 });
  }
  const means = [...sums].map(([name, { sum, count }]) => [name, sum / count] as const);
  return Object.fromEntries(means.sort(([a], [b]) => (a < b ? -1 : 1)));
}
