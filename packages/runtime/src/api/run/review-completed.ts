import { lateReview, recordedVoters } from "@rostrum/core/debate";
import { ConfigError } from "@rostrum/core/support";
import type { AnswerKind, Journal, Review } from "@rostrum/core/protocol";
import { appendToCompleted } from "./append-to-completed.ts";
import { checkGroups, readReview } from "./act-on-run.ts";

export interface ReviewCompletedOptions {
  /** How answers are read, where the caller knows it. Default: as the record says. */
  answer?: AnswerKind<unknown>;
  /** Milliseconds to wait for another process that owns the run. Default: until it is free. */
  patienceMs?: number | undefined;
}

/** Adds a person's review to a run that is over, as to one that waited. A run takes one review. */
export async function reviewCompleted(
  journal: Journal,
  id: string,
  input: Review,
  { answer, patienceMs }: ReviewCompletedOptions = {},
): Promise<void> {
  const review = readReview(input);
  await appendToCompleted(journal, id, {
    unfinished: "neither waits for a review nor is completed",
    refusal:
      "nobody can review it later. Review such runs while they wait (onEscalate), or use a journal without redact.",
    patienceMs,
    createEvent(record, decided) {
      if (record.result.review !== undefined) {
        const { reviewer } = record.result.review;
        const by = reviewer === undefined ? "" : ` by ${reviewer}`;
        const message = `expected a run without a review, but "${id}" was reviewed${by}`;
        throw new ConfigError("id", message);
      }
      if (review.groups) checkGroups(review.groups, recordedVoters(record));
      return lateReview(record, decided, review, answer);
    },
  });
}
