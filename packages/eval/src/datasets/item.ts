/** One question with a known answer. */
export interface EvalItem {
  id: string;
  question: string;
  gold: string;
  /** Other wordings of the right answer, and other answers that are right too. */
  alsoRight?: string[];
}

/** Every answer that counts as right. */
export function listGolds({ gold, alsoRight = [] }: EvalItem): string[] {
  return [gold, ...alsoRight];
}

/** Origin of a row, for error messages. */
export interface RowPlace {
  file: string;
  line: number;
}
