import { lateReview, recordedVoters } from "../../debate/late-review.ts";
import { ConfigError, JournalError } from "../../errors.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { Ending, StoredEvent } from "../../protocol/events.ts";
import type { Journal } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import { fold } from "../../record/index.ts";
import { checkRunId } from "../recorded-steps.ts";
import { checkGroups, readReview } from "./waiting-runs.ts";

export interface ReviewCompletedOptions {
  /** How answers are read, where the caller knows it. Default: as the record says. */
  answer?: AnswerKind<unknown>;
  /** Milliseconds to wait for another process that owns the run. Default: until it is free. */
  patienceMs?: number | undefined;
}

/**
 * Adds a person's review to a run that is over. It stands next to the result like the review of a run that
 * waited: no model is called, and nothing that was logged before changes. A run takes one review.
 */
export async function reviewCompleted(
  journal: Journal,
  id: string,
  said: Review,
  { answer, patienceMs }: ReviewCompletedOptions = {},
): Promise<void> {
  const review = readReview(said);
  checkRunId(id);
  const found = await journal.read(id);
  if (!found) throw new ConfigError("id", `expected a run of the journal, got "${id}"`);
  if (found.redacted) {
    throw new JournalError(
      "journal_redacted",
      `run "${id}": expected its answers, but it was written without its texts (redact), so nobody can review it ` +
        "later. Review such runs while they wait (onEscalate), or use a journal without redact.",
    );
  }
  if (found.status !== "completed") throw createNotReviewableError(id);
  const run = await journal.open(id, found.inputs, { patienceMs });
  const { status } = run.stored;
  try {
    const { events } = run.stored;
    const decided = events.findLast((event) => event.type === "debate.synthesized");
    const ended = events.at(-1);
    if (status !== "completed" || decided === undefined || ended?.type !== "debate.completed") {
      throw createNotReviewableError(id);
    }
    const record = fold(events);
    if (record.result.review !== undefined) {
      const { reviewer } = record.result.review;
      const by = reviewer === undefined ? "" : ` by ${reviewer}`;
      throw new ConfigError("id", `expected a run without a review, but "${id}" was reviewed${by}`);
    }
    if (review.groups) checkGroups(review.groups, recordedVoters(record));
    const body = lateReview(record, decided, review, answer);
    const stamp = (seq: number): Pick<StoredEvent, "debateId" | "at" | "seq"> => ({
      debateId: id,
      at: Date.now(),
      seq,
    });
    // Readers of the log know by its last event that the run is over.
    await run.appendEvents([
      { ...body, ...stamp(events.length) },
      { ...copyEnding(ended), type: "debate.completed", ...stamp(events.length + 1) },
    ]);
  } finally {
    await run.close(status);
  }
}

function createNotReviewableError(id: string): ConfigError {
  return new ConfigError("id", `expected a run that waits for review or is completed, got "${id}"`);
}

/** How the run itself ended, which a review doesn't change. */
function copyEnding({ reissued, durationMs, calls, warnings }: Ending): Ending {
  return {
    reissued,
    durationMs,
    calls,
    ...(warnings === undefined ? {} : { warnings }),
  };
}
