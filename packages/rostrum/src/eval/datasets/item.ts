/** One question with a known answer. */
export interface EvalItem {
  id: string;
  question: string;
  gold: string;
}

/** Where a row came from, for error messages. */
export interface RowPlace {
  file: string;
  line: number;
}
