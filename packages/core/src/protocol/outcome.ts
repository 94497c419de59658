/**
 * What was learned later about a debate's answer: whether it was right, or what the right answer is. Unlike a
 * review, it doesn't change the result; it becomes a calibration row.
 */
export type Outcome =
  | {
      /** True if the panel's answer was right. */
      right: boolean;
      answer?: never;
      /** Origin of this information. */
      source?: string;
    }
  | {
      /** The right answer. */
      answer: string;
      right?: never;
      source?: string;
    };

/** An outcome was recorded. A later outcome replaces an earlier one. */
export interface OutcomeEvent {
  type: "debate.outcome";
  outcome: Outcome;
}
