import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = new URL("../../../shared/recorded/", import.meta.url);

/** One recorded reply beside the right answer. */
export interface Row {
  id: string;
  model: string;
  question: string;
  gold: string;
  reply: string;
}

export const hasRecorded = (): boolean => existsSync(folder);

/** The rows of a file as they are stored. */
export const recordedRows = (name: string): Record<string, unknown>[] =>
  gunzipSync(readFileSync(new URL(name, folder)))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Every reply of a file whose rows hold one reply a model. */
export function recordedByModel(name: string): Row[] {
  return recordedRows(name).flatMap((row) =>
    Object.entries(row["outputs"] as Record<string, string>).map(([model, reply]) => ({
      id: String(row["id"]),
      model,
      question: String(row["question"]),
      gold: String(row["gold"]),
      reply,
    })),
  );
}

/** Every reply of the recorded debates; the "model" says in which round. */
export function recordedDebates(): Row[] {
  return recordedRows("math-debates-rounds.jsonl.gz").flatMap((row) => {
    const rounds = row["rounds"] as (string | null)[][];
    const spoken = rounds.flatMap((replies, round) =>
      replies.flatMap((reply) =>
        reply === null
          ? []
          : [{ model: round === 0 ? "gpt-3.5, round 0" : "gpt-3.5, later rounds", reply }],
      ),
    );
    return spoken.map(({ model, reply }) => ({
      id: String(row["id"]),
      model,
      question: String(row["question"]),
      gold: String(row["gold"]),
      reply,
    }));
  });
}

/** Path of a file of recorded replies, such as `gsm8k`; `null` where it is not. */
export function recordedFile(name: string): string | null {
  const file = new URL(`${name}.jsonl.gz`, folder);
  return existsSync(file) ? fileURLToPath(file) : null;
}
