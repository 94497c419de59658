/**
 * Answers that the debaters argue for before the judge, whatever they think themselves: those of round 0's
 * two largest groups, or a list with one answer per debater.
 */
export type Sides = "leaders" | readonly string[] | SidesObject;

/** The answers that debaters are told to argue for. */
export interface SidesObject {
  answers: "leaders" | readonly string[];
  /**
   * Whether the debaters speak at the same time in each round, or one after the other.
   * @default together
   */
  turns?: "together" | "alternate";
  /**
   * Hold the debate a second time with the answers swapped, and say whether the verdict held.
   * @default false
   */
  swap?: boolean;
  /**
   * Only one side is argued, drawn by seed; the judge decides between both.
   * @default false
   */
  consultancy?: boolean;
}
