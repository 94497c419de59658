import type { SentCall, SentMessage, SentPrompt } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import { withoutFileData } from "../stored-fields.ts";
import { askSql, type SqlScript } from "./script.ts";
import type { RunStatements } from "./statements.ts";

/** A prompt as the tables keep it: calls of a run share most of their messages, so each message is stored once. */
export interface SplitPrompt {
  /** The model and the hashes of the parts, as JSON. */
  summary: string;
  parts: [hash: string, body: string][];
}

interface PromptSummary {
  model: string;
  system: string;
  messages: string[];
}

/** A chat only grows, so the same message is in the prompts of several calls. */
const messageParts = new WeakMap<SentMessage, [hash: string, body: string]>();

export function splitPrompt({ model, system, messages }: SentPrompt): SplitPrompt {
  const systemPart = hashPart(JSON.stringify(system));
  const parts = messages.map((message) => {
    const part = messageParts.get(message) ?? hashPart(JSON.stringify(withoutFileData(message)));
    messageParts.set(message, part);
    return part;
  });
  const summary: PromptSummary = {
    model,
    system: systemPart[0],
    messages: parts.map(([hash]) => hash),
  };
  return { summary: JSON.stringify(summary), parts: [systemPart, ...parts] };
}

function hashPart(body: string): [hash: string, body: string] {
  const { hash } = nodeModule("node:crypto", "the journal");
  return [hash("sha256", body, "base64url").slice(0, 22), body];
}

interface SentRow {
  step: string;
  started_at: number;
  done_at: number | null;
  prompt: string | null;
}

/** The calls of a run, with their prompts put together again. */
export function* listSentCalls(sql: RunStatements, id: string): SqlScript<SentCall[]> {
  const rows = yield* askSql<SentRow>(sql.sentCalls, [id]);
  const parts = yield* askSql<{ hash: string; body: string }>(sql.promptParts, [id]);
  const bodies = new Map(parts.map(({ hash, body }) => [hash, body]));
  return rows.map(({ step, started_at, done_at, prompt }) => ({
    stepId: step,
    startedAt: started_at,
    finishedAt: done_at,
    prompt: prompt === null ? null : joinPrompt(prompt, bodies),
  }));
}

/** `null` if a part is missing or damaged. */
function joinPrompt(summary: string, bodies: ReadonlyMap<string, string>): SentPrompt | null {
  try {
    const { model, system, messages } = JSON.parse(summary) as PromptSummary;
    const readPart = (hash: string): unknown => JSON.parse(bodies.get(hash) ?? "");
    return {
      model,
      system: String(readPart(system)),
      messages: messages.map((hash) => readPart(hash) as SentMessage),
    };
  } catch {
    return null;
  }
}
