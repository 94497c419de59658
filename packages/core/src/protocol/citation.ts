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
  /**
   * The quote stands in the source character by character, from one word's edge to another. Only runs of white
   * space and the form of quotation marks may differ, and in Markdown emphasis around whole words; in code only
   * white space.
   */
  verified: boolean;
}

/** A text that can be quoted, and whose it is. */
export type CitedSource = Omit<Citation, "text" | "at" | "verified">;

/** A quote that was not found in its source. */
export interface FailedQuote extends CitedSource {
  /** Who quoted: a member's name, those of all who reported a finding, or `judge`, `claims` or `memo`. */
  by: string;
  /** Where it quoted. */
  in: "judgment" | "claims" | "memo" | "finding" | "vote" | "critique";
  /** The words that were not found. */
  text: string;
}
