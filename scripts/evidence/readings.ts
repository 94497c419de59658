/*
 * Recorded replies, read and grouped once: which models gave the same answer to each question, and which
 * of them are right. Reading takes longer than any study of the groups, so it is kept in a file outside
 * the repository, under a name that changes with the code that reads.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";
import { hash32 } from "../../packages/core/src/record/random.ts";
import { choice, exact, math, number, type AnswerKind } from "../../packages/rostrum/src/index.ts";
import { readRow } from "../../packages/eval/src/calibration/read-row.ts";
import { readRecorded } from "../../packages/eval/src/read-recorded.ts";
import { recordedFile, recordedRows } from "./recorded.ts";

/**
 * How replies are read: as a debate reads them, by `readRecorded`, or as whoever recorded them did (their `pred`;
 * their `right` where they say it).
 */
export type Reads = "strict" | "recorded" | "theirs";

const TEN = choice([..."ABCDEFGHIJ"]);

/** The kind of answer in each set. */
const KINDS: Record<string, (row: Record<string, unknown>) => AnswerKind<unknown>> = {
  gsm8k: () => number(),
  "math-l5": () => math(),
  crux: () => exact(),
  "mmlu-pro": () => TEN,
  "mmlu-pro-29": () => TEN,
  "mmlu-pro-2": () => TEN,
  gpqa: () => choice([..."ABCD"]),
  math500: () => math(),
  mgsm: () => number(),
  bbh: () => exact(),
  xfin: ({ kind }) => (kind === "number" ? number() : exact()),
};

export const SETS: readonly string[] = ["gsm8k", "math-l5", "crux", "mmlu-pro"];
export const ALL_SETS: readonly string[] = Object.keys(KINDS);

/** These state no single answer that a debate could read: base models go on, or nothing announces the answer. */
const UNMARKED: ReadonlySet<string> = new Set(["mmlu-pro-29", "bbh", "xfin"]);

/** How a set is read where a debate's reading makes sense of it. */
export function usualReads(set: string): Reads {
  return UNMARKED.has(set) ? "theirs" : "strict";
}

/** A question without its words. */
export interface ReadQuestion {
  /**
   * The group of equal answers that each model is in; -1: unreadable; -2: it has no reply. Grouped as a debate groups
   * them, without a look at the right answer.
   */
  answerGroups: number[];
  /** The groups whose answer is right: several where the verdicts allow for rounding and the grouping doesn't. */
  right: number[];
  /** Length of each reply in tokens. */
  tokens: number[];
  /** Length of the question in tokens. */
  asked: number;
  /** What each reply cost in US dollars, where that is known. */
  cost?: (number | null)[];
  category?: string;
}

export interface Readings {
  set: string;
  basis: string;
  models: string[];
  questions: ReadQuestion[];
}

/** The readings of one recorded set; `null` where it is not here. */
export function readingsOf(set: string, reads: Reads = "recorded"): Readings | null {
  if (recordedFile(set) === null) return null;
  const folder = join(tmpdir(), "rostrum-readings");
  const file = join(folder, `${set}-${reads}-${readersHash()}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Readings;
  const readings = read(set, reads);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(readings));
  return readings;
}

/** Without the models that have no reply to more than one question in a hundred; the others' gaps count as unreadable. */
export function withoutGaps({ questions, models, ...rest }: Readings): Readings {
  const kept = [...models.keys()].filter((model) => {
    const gaps = questions.filter(({ answerGroups }) => answerGroups[model] === -2).length;
    return gaps <= questions.length / 100;
  });
  return {
    ...rest,
    models: kept.map((model) => models[model] ?? ""),
    questions: questions.map((question) => ({
      ...question,
      answerGroups: kept.map((model) => Math.max(-1, question.answerGroups[model] ?? -1)),
      tokens: kept.map((model) => question.tokens[model] ?? 0),
      ...(question.cost && { cost: kept.map((model) => question.cost?.[model] ?? null) }),
    })),
  };
}

/** Every second question, by a hash: what is chosen on one half is confirmed on the other. */
export function halfOf(readings: Readings, half: string | undefined): Readings {
  if (half !== "odd" && half !== "even") return readings;
  const rest = half === "odd" ? 1 : 0;
  const { set } = readings;
  return {
    ...readings,
    questions: readings.questions.filter((_, at) => hash32(`${set} ${at}`) % 2 === rest),
  };
}

function read(set: string, reads: Reads): Readings {
  const rows = recordedRows(`${set}.jsonl.gz`);
  const models = [
    ...new Set(rows.flatMap((row) => Object.keys(row["outputs"] as Record<string, string>))),
  ];
  let basis = "";
  const questions = rows.map((row, index): ReadQuestion => {
    const question = String(row["question"]);
    const replies = row["outputs"] as Record<string, string>;
    const kind = (KINDS[set] as (typeof KINDS)[string])(row);
    const how = reads === "recorded" ? { kind, read: readRecorded } : { kind };
    const answers = reads === "theirs" ? (row["pred"] as Record<string, string | null>) : undefined;
    const unlabelled = { question, replies, ...(answers && { answers }) };
    const grouped = readRow(unlabelled, index, how);
    basis = grouped.basis;
    const graded = readRow({ ...unlabelled, gold: String(row["gold"]) }, index, how);
    const verdicts = reads === "theirs" ? (row["right"] as Record<string, boolean>) : undefined;
    const isRight = (model: string): boolean =>
      verdicts?.[model] ??
      (graded.right !== null && graded.answerGroups.get(model) === graded.right);
    const cost = row["cost"] as Record<string, number> | undefined;
    return {
      answerGroups: models.map((model) => grouped.answerGroups.get(model) ?? -2),
      right: findRightGroups(grouped.answerGroups, isRight),
      tokens: models.map((model) => estimateTokens(replies[model] ?? "")),
      asked: estimateTokens(question),
      ...(cost && { cost: models.map((model) => cost[model] ?? null) }),
      ...(typeof row["category"] === "string" && { category: row["category"] }),
    };
  });
  return { set, basis, models, questions };
}

/** The groups most of whose members are right. */
function findRightGroups(
  answerGroups: ReadonlyMap<string, number>,
  isRight: (model: string) => boolean,
): number[] {
  const groups = Map.groupBy(
    [...answerGroups].filter(([, group]) => group >= 0),
    ([, group]) => group,
  );
  return [...groups].flatMap(([group, members]) =>
    members.filter(([model]) => isRight(model)).length > members.length / 2 ? [group] : [],
  );
}

/** Changes whenever a file changes that reads or compares answers. */
function readersHash(): string {
  const hash = createHash("sha256");
  const packages = fileURLToPath(new URL("../../packages", import.meta.url));
  const readers = globSync(
    [
      "core/src/answers/**/*.ts",
      "eval/src/recorded/**/*.ts",
      "eval/src/{calibration/read-row,read-*}.ts",
    ],
    { cwd: packages, exclude: ["**/*.test.ts"] },
  );
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of readers.sort()) hash.update(readFileSync(join(packages, name)));
  return hash.digest("hex").slice(0, 12);
}
