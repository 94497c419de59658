/**
 * Answers that debaters are assigned to argue for before the judge: the answers of round 0's two largest
 * groups, or a list with one answer per debater.
 */
export type Sides = "leaders" | readonly string[] | SidesObject;

/** Assigned answers and the form of the debate. */
export interface SidesObject {
  answers: "leaders" | readonly string[];
  /**
   * Debaters reply at the same time in each round, or one after the other.
   * @default together
   */
  turns?: "together" | "alternate";
  /**
   * Repeat the debate with swapped answers, and report whether the verdict is the same.
   * @default false
   */
  swap?: boolean;
  /**
   * Argue only one side, selected by the seed. The judge decides between both.
   * @default false
   */
  consultancy?: boolean;
}
