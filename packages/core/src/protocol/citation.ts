/** A quote and its position in the source. */
export interface Citation {
  /** Quoted text: a debater's reply, or the context of the question. */
  source: "position" | "context";
  /** Author and round of the quoted reply. Absent: the quote names no known debater. */
  debater?: string;
  round?: number;
  /** Name of the context document, if it has one. */
  document?: string;
  /** Quoted words, as written in the quote. */
  text: string;
  /** Range in the raw source text, in UTF-16 units. `null`: not found. */
  at: [from: number, to: number] | null;
  /**
   * True if the source contains the quote character by character, from word boundary to word boundary. Only
   * whitespace and the style of quotation marks may differ, and in Markdown emphasis around whole words. In
   * code, only whitespace may differ.
   */
  verified: boolean;
}

/** A quotable text and its author. */
export type CitedSource = Omit<Citation, "text" | "at" | "verified">;

/** A quote that was not found in its source. */
export interface FailedQuote extends CitedSource {
  /** Author of the quote: a member, all members who reported a finding, or `judge`, `claims` or `memo`. */
  by: string;
  /** Text that contains the quote. */
  in: "judgment" | "claims" | "memo" | "finding" | "vote" | "critique";
  /** Words that were not found. */
  text: string;
}
