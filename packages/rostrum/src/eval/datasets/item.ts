/** One question with a known answer. */
export interface EvalItem {
  id: string;
  question: string;
  gold: string;
}

/** Where a row came from, for errors that can be acted on. */
export interface RowPlace {
  file: string;
  line: number;
}
