import type { Review } from "../../protocol/settings.ts";
import { AbortError, ConfigError } from "../../errors.ts";
import type { Cancellation } from "../../models/index.ts";
import { fail, group, isPlainObject, REVIEW } from "../../vocabulary/index.ts";

/** A run that waits: its debaters with an answer, and what to do with a person's word. */
interface Waiting {
  voters: readonly string[];
  settle(review: Review): void;
}

/** Waiting runs by id. Without a journal, two runs may share one id. */
const waiting = new Map<string, Set<Waiting>>();

/** Settles an escalated run that waits for a person (`onEscalate: "wait"`). */
export function review(id: string, said: Review): void {
  if (!isPlainObject(said))
    fail("review", "{ verdict, answer?, groups?, reason?, reviewer? }", said);
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
  if (said.groups) for (const { voters } of runs) checkGroups(said.groups, voters);
  waiting.delete(id);
  for (const { settle } of runs) settle(structuredClone(said));
}

/** Everybody with an answer is in one group, and nobody else. */
function checkGroups(groups: NonNullable<Review["groups"]>, voters: readonly string[]): void {
  const named = groups.flat();
  if (named.length === voters.length && voters.every((name) => named.includes(name))) return;
  fail("review.groups", `each of ${voters.join(", ") || "nobody"} in one group`, groups);
}

/** Resolves when somebody reviews the run; rejects when the run ends first. */
export function reviewOf(
  id: string,
  voters: readonly string[],
  cancellation: Cancellation,
): Promise<Review> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    const run: Waiting = {
      voters,
      settle(said) {
        forget();
        resolve(said);
      },
    };
    const forget = cancellation.onEnd((reason) => {
      const runs = waiting.get(id);
      if (runs?.delete(run) && runs.size === 0) waiting.delete(id);
      reject(new AbortError(reason));
    });
    const runs = waiting.get(id) ?? new Set();
    waiting.set(id, runs.add(run));
  });
}
