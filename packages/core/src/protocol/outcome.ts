/**
 * What turned out about a debate's answer, once it is known: whether it was right, or which answer is. Unlike a review,
 * it changes nothing about the result: it is a row to learn from.
 */
export type Outcome =
  | {
      /** Whether the panel's answer turned out right. */
      right: boolean;
      answer?: never;
      /** Where this is known from, or who says so. */
      source?: string;
    }
  | {
      /** The answer that turned out right. */
      answer: string;
      right?: never;
      source?: string;
    };

/** What turned out about the answer became known. A later one replaces an earlier one. */
export interface OutcomeEvent {
  type: "debate.outcome";
  outcome: Outcome;
}
