/** Words that somebody quotes, and where they stand. */
export interface Citation {
  /** What is quoted: a debater's reply, or the context of the question. */
  source: "position" | "context";
  /** Whose reply, and of which round. Absent: the quote names nobody who is known. */
  debater?: string;
  round?: number;
  /** The name of the context document, where it has one. */
  document?: string;
  /** The quoted words, as the quote has them. */
  text: string;
  /** Their place in the raw text of the source, in UTF-16 units. `null`: not found. */
  at: [from: number, to: number] | null;
  /** The words occur in the source; space, case, quotation marks and dashes may differ. */
  verified: boolean;
}

/** A text that can be quoted, and whose it is. */
export type CitedSource = Omit<Citation, "text" | "at" | "verified">;
