import type { Review } from "../../protocol/settings.ts";
import { AbortError, ConfigError } from "../../errors.ts";
import type { Cancellation } from "../../models/index.ts";
import { fail, group, isPlainObject, REVIEW } from "../../vocabulary/index.ts";

/** Who waits under which id. Without a journal nothing keeps two runs from sharing one. */
const waiting = new Map<string, Set<(review: Review) => void>>();

/** Settles an escalated run that waits for a person (`onEscalate: "wait"`). */
export function review(id: string, said: Review): void {
  if (!isPlainObject(said)) fail("review", "{ verdict, answer?, reason?, reviewer? }", said);
  group(REVIEW, said, "review");
  if (said.verdict === "correct" && typeof said.answer !== "string") {
    fail(
      "review.answer",
      "the right answer as a string, since the verdict is correct",
      said.answer,
    );
  }
  const runs = waiting.get(id);
  if (!runs) throw new ConfigError("id", `expected a run that waits for review, got "${id}"`);
  waiting.delete(id);
  for (const settle of runs) settle({ ...said });
}

/** Resolves when somebody reviews the run; rejects when the run ends first. */
export function reviewOf(id: string, cancellation: Cancellation): Promise<Review> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    const settle = (said: Review): void => {
      forget();
      resolve(said);
    };
    const forget = cancellation.onEnd((reason) => {
      const runs = waiting.get(id);
      if (runs?.delete(settle) && runs.size === 0) waiting.delete(id);
      reject(new AbortError(reason));
    });
    const runs = waiting.get(id) ?? new Set();
    waiting.set(id, runs.add(settle));
  });
}
