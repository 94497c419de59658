import { setTimeout as sleep } from "node:timers/promises";
import type { Debater, ModelFunction } from "../../../packages/rostrum/src/index.ts";
import { scripted } from "../../../packages/runtime/src/testing/index.ts";

/** What a debater says: its words, its answer, how sure it is, and why it changed. */
export interface Line {
  says: string;
  answer: string;
  sure?: number;
  because?: string;
}

export interface Pace {
  /** Milliseconds between two pieces of a reply. */
  ms: number;
  /** Characters in a piece. */
  letters: number;
  /** Each reply waits for this after its first piece, so that nothing ends before a test has seen it. */
  until?(round: number): Promise<unknown>;
}

export const AT_ONCE: Pace = { ms: 0, letters: 100_000 };

/** A scripted debater that says one line a round, the last one again and again, piece by piece. */
export function speaker(
  name: string,
  lines: readonly (Line | Error)[],
  pace: Pace = AT_ONCE,
): Debater {
  const model = scripted(
    ({ round, role }) => {
      const line = lines[role === "judge" ? 0 : Math.min(round, lines.length - 1)];
      if (line instanceof Error) return { error: line };
      const text = line ? replyOf(line) : "";
      const usage = { inputTokens: 180 + 240 * round, outputTokens: Math.ceil(text.length / 4) };
      return { text, usage };
    },
    { name },
  );
  return { name, model: paced(model, pace), price: { input: 0.25, output: 2 } };
}

function replyOf({ says, answer, sure, because }: Line): string {
  const lines = [says, "", `Answer: ${answer}`];
  if (sure !== undefined) lines.push(`Confidence: ${sure}`);
  if (because !== undefined) lines.push(`Reason for change: ${because}`);
  return lines.join("\n");
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error)),
  );
}

function paced(model: ReturnType<typeof scripted>, { ms, letters, until }: Pace): ModelFunction {
  const speak: ModelFunction = async (request) => {
    const reply = model({ ...request, onText: () => undefined });
    for (let at = 0; at < reply.text.length; at += letters) {
      if (ms > 0) await sleep(ms, undefined, { signal: request.signal });
      request.onText?.(reply.text.slice(at, at + letters));
      if (at === 0 && until) await Promise.race([until(request.round), ended(request.signal)]);
    }
    return reply;
  };
  return Object.defineProperty(speak, "name", { value: model.name });
}
