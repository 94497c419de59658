import type { Review } from "../../protocol/settings.ts";
import type { RunOptions } from "../../protocol/options.ts";
import { createStream, review, type Carry, type Debate } from "../../api/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import type { WaitingEvent } from "../../protocol/people-events.ts";
import type { Question } from "../../protocol/question.ts";
import type { DebateResult } from "../../protocol/result.ts";

export interface TerminalRun {
  question: Question;
  run: RunOptions;
  /** Gets every event, in order. */
  listen(event: DebateEvent): void;
  /** The finished run that the question follows up. */
  follow?: { id: string; carry?: Carry };
  /** Asks a person about an escalated run that waits. */
  askReview(): Promise<Review>;
  /** Asks the person at the terminal to speak, or to let the run go on. */
  askPeople?(wait: WaitingEvent): Promise<void>;
}

/** Runs a debate and reports every event as it happens. */
export async function runDebate(
  debate: Debate,
  { question, run, listen, follow, askReview, askPeople }: TerminalRun,
): Promise<DebateResult> {
  const stream = follow
    ? createStream((onEvent, left) => {
        const signal = run.signal ? AbortSignal.any([run.signal, left]) : left;
        return debate.follow(follow.id, question, {
          ...run,
          ...carriedBy(follow),
          signal,
          onEvent,
        });
      })
    : debate.stream(question, run);
  try {
    for await (const event of stream) {
      listen(event);
      if (event.type === "debate.escalated" && event.waiting) {
        await review(event.debateId, await askReview());
      }
      if (event.type === "debate.waiting") await askPeople?.(event);
    }
    return await stream.result;
  } catch (error) {
    // Leaving the loop ends the run, and its last writes must be done before the journal closes.
    await stream.result.catch(() => undefined);
    throw error;
  }
}

const carriedBy = ({ carry }: { carry?: Carry }): { carry?: Carry } =>
  carry === undefined ? {} : { carry };
