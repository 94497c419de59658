/*
 * Recorded replies, read and grouped once: which models gave the same answer to each question, and which
 * of them are right. Reading takes longer than any study of the groups, so it is kept in a file outside
 * the repository, under a name that changes with the code that reads.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { estimateTokens } from "../../packages/rostrum/src/api/index.ts";
import { choice, exact, math, number, type AnswerKind } from "../../packages/rostrum/src/index.ts";
import { readRow } from "../../packages/rostrum/src/eval/calibration/read-row.ts";
import { readRecorded } from "../../packages/rostrum/src/eval/read-recorded.ts";
import { recordedFile, recordedRows } from "./recorded.ts";

/** How each set is read. */
const KINDS: Record<string, AnswerKind<unknown>> = {
  gsm8k: number(),
  "math-l5": math(),
  crux: exact(),
  "mmlu-pro": choice([..."ABCDEFGHIJ"]),
};

export const SETS: readonly string[] = Object.keys(KINDS);

/** A question without its words. */
export interface ReadQuestion {
  /** The group of equal answers that each model is in; -1: unreadable. */
  said: number[];
  /** The group whose answer is right; `null`: none is. */
  right: number | null;
  /** Length of each reply in tokens. */
  tokens: number[];
  /** Length of the question in tokens. */
  asked: number;
}

export interface Readings {
  set: string;
  basis: string;
  models: string[];
  questions: ReadQuestion[];
}

/** The readings of one recorded set; `null` where it is not here. */
export function readingsOf(set: string): Readings | null {
  if (recordedFile(set) === null) return null;
  const folder = join(tmpdir(), "rostrum-readings");
  const file = join(folder, `${set}-${readersHash()}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Readings;
  const readings = read(set);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(readings));
  return readings;
}

function read(set: string): Readings {
  const rows = recordedRows(`${set}.jsonl.gz`);
  const models = Object.keys(rows[0]?.["outputs"] as Record<string, string>);
  let basis = "";
  const questions = rows.map((row, index): ReadQuestion => {
    const question = String(row["question"]);
    const replies = row["outputs"] as Record<string, string>;
    const kind = KINDS[set] as AnswerKind<unknown>;
    const found = readRow({ question, gold: String(row["gold"]), replies }, index, {
      kind,
      read: readRecorded,
    });
    basis = found.basis;
    return {
      said: models.map((model) => found.said.get(model) ?? -1),
      right: found.right,
      tokens: models.map((model) => estimateTokens(replies[model] ?? "")),
      asked: estimateTokens(question),
    };
  });
  return { set, basis, models, questions };
}

/** Changes whenever a file changes that reads or compares answers. */
function readersHash(): string {
  const hash = createHash("sha256");
  const sources = fileURLToPath(new URL("../../packages/rostrum/src", import.meta.url));
  for (const name of (readdirSync(sources, { recursive: true }) as string[]).sort()) {
    if (/^(?:answers|eval)\/.*(?<!\.test)\.ts$/.test(name)) {
      hash.update(readFileSync(join(sources, name)));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
