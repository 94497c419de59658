import { ConfigError, ModelError, field } from "@rostrum/core/support";
import type { ModelFunction } from "@rostrum/core/protocol";
import { rowError } from "./layouts.ts";
import { readRows, type PlacedRow } from "./load.ts";

/** Recorded questions and replies of models. */
export interface Recording {
  items: { id: string; question: string; gold: string }[];
  /** Models that return the recorded replies, by name. */
  models: Record<string, ModelFunction>;
}

interface RecordedRow {
  id: string;
  question: string;
  gold: string;
  /** One reply per model. */
  outputs?: Record<string, string>;
  /** For a recorded debate: the replies of each agent before and after it. */
  round0?: string[];
  final?: string[] | null;
}

/**
 * Real models' recorded replies as debaters, so that panels of real models run without any API. Rows
 * hold `{ id, question, gold, outputs: { model: text } }`, or `{ …, round0: […], final: […] | null }`
 * for recorded debates, whose agents are called `agent_0`, `agent_1`, ….
 */
export async function recorded(file: string): Promise<Recording> {
  const lines = await readRows(file).catch((cause: unknown) => {
    if (field(cause, "code") !== "ENOENT") throw cause;
    throw new ConfigError("recorded", `expected a file of recorded replies, got none at ${file}`, {
      cause,
    });
  });
  const rows = lines.map(checkRow);
  const replies = new Map(rows.map((row) => [row.question, listReplies(row)]));
  const names = new Set(rows.flatMap((row) => Object.keys(listReplies(row))));
  const models: Record<string, ModelFunction> = {};
  for (const name of names) models[name] = createReplayModel(name, replies);
  return { items: rows.map(({ id, question, gold }) => ({ id, question, gold })), models };
}

function checkRow({ place, row }: PlacedRow): RecordedRow {
  if (["id", "question", "gold"].some((name) => typeof row[name] !== "string")) {
    throw rowError(place, "expected { id, question, gold, … }");
  }
  if (row["outputs"] === undefined && row["round0"] === undefined) {
    throw rowError(place, "expected `outputs` or `round0`");
  }
  return row as unknown as RecordedRow;
}

/** Replies by model name, then by round. The last one is used for all later rounds. */
function listReplies({ outputs, round0, final }: RecordedRow): Record<string, string[]> {
  if (outputs) {
    return Object.fromEntries(Object.entries(outputs).map(([name, reply]) => [name, [reply]]));
  }
  return Object.fromEntries(
    (round0 ?? []).map((reply, agent) => [
      `agent_${agent}`,
      final?.[agent] === undefined ? [reply] : [reply, final[agent]],
    ]),
  );
}

function createReplayModel(
  name: string,
  replies: ReadonlyMap<string, Record<string, string[]>>,
): ModelFunction {
  const model: ModelFunction = ({ question, round }) => {
    const repliesByRound = replies.get(question)?.[name];
    const reply = repliesByRound?.[Math.min(round, repliesByRound.length - 1)];
    if (reply === undefined) {
      const message = `there is no recorded reply of ${name} to this question`;
      throw new ModelError(message, { retryable: false, costUsd: 0 });
    }
    return { text: reply };
  };
  Object.defineProperty(model, "name", { value: name });
  return model;
}
