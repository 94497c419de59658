import type { Review } from "../../protocol/settings.ts";
import type { RunOptions } from "../../protocol/options.ts";
import { review, type Debate } from "../../api/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import type { Question } from "../../protocol/question.ts";
import type { DebateResult } from "../../protocol/result.ts";

export interface Holding {
  question: Question;
  run: RunOptions;
  /** Gets every event, in order. */
  listen(event: DebateEvent): void;
  /** Asks a person about an escalated run that waits. */
  askReview(): Promise<Review>;
}

/** Runs a debate and reports every event as it happens. */
export async function hold(
  debate: Debate,
  { question, run, listen, askReview }: Holding,
): Promise<DebateResult> {
  const stream = debate.stream(question, run);
  try {
    for await (const event of stream) {
      listen(event);
      if (event.type === "debate.escalated" && event.waiting) {
        review(event.debateId, await askReview());
      }
    }
    return await stream.result;
  } catch (error) {
    // Leaving the loop ends the run, and its last writes must be done before the journal closes.
    await stream.result.catch(() => undefined);
    throw error;
  }
}
