import { checkKeys, fail } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import type { Journal, Outcome } from "@rostrum/core/protocol";
import { appendToCompleted } from "./append-to-completed.ts";

const MAX_TEXT_LENGTH = 100_000;

/** Records the outcome of a completed run. The result stays as it is; a later outcome replaces an earlier one. */
export async function recordOutcome(
  journal: Journal,
  id: string,
  input: Outcome,
  { patienceMs }: { patienceMs?: number | undefined } = {},
): Promise<void> {
  const outcome = readOutcome(input);
  await appendToCompleted(journal, id, {
    unfinished: "is not completed",
    refusal: "nothing can be learned from it. Use a journal without redact.",
    patienceMs,
    createEvent: () => ({ type: "debate.outcome", outcome }),
  });
}

/** An outcome as its caller must give it, copied. */
function readOutcome(input: unknown): Outcome {
  const expected = "{ right: boolean } or { answer: string }";
  if (!isPlainObject(input)) return fail("outcome", expected, input);
  checkKeys(input, ["right", "answer", "source"], "outcome");
  const { right, answer, source } = input;
  for (const [name, text] of Object.entries({ answer, source })) {
    const isText = typeof text === "string" && text.trim() !== "" && text.length <= MAX_TEXT_LENGTH;
    if (text !== undefined && !isText) fail(`outcome.${name}`, "a text", text);
  }
  const from = typeof source === "string" ? { source } : {};
  if (typeof answer === "string" && right === undefined) return { answer, ...from };
  if (typeof right === "boolean" && answer === undefined) return { right, ...from };
  return fail("outcome", expected, input);
}
