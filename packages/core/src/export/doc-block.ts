import type { Citation } from "../protocol/citation.ts";

/**
 * A part of a document about a debate. Each format (Markdown, HTML, terminal) renders blocks, so that all
 * have the same content. Texts of blocks may come from models, so renderers treat them as data.
 */
export type DocBlock =
  | { type: "heading"; level: 2 | 3; text: string }
  | TextBlock
  /** One line of fixed text, which may contain names. */
  | { type: "line"; text: string }
  | { type: "notice"; title: string; details: readonly string[] }
  | { type: "facts"; rows: readonly (readonly [name: string, words: string])[] }
  | ListBlock
  /** Lines of a file or of a program's output, whose spaces count. */
  | { type: "code"; label: string; text: string }
  | { type: "table"; names: readonly string[]; rows: readonly (readonly (string | number)[])[] }
  | ReplyBlock;

/** Full text of a reply, question or answer. */
export interface TextBlock {
  type: "text";
  text: string;
  /** Fixed text that describes it. */
  label?: string;
  role?: "question" | "answer";
  /** True for answers: lists, tables, code and emphasis are rendered. */
  rich?: boolean;
  quotes?: readonly Citation[];
  /** The quotes are evidence, so unverified ones are struck through. In prose, quotes are only marked. */
  claimed?: boolean;
}

/** A debater's reply: its answer in one line, and the full text below. */
export interface ReplyBlock {
  type: "reply";
  debater: string;
  /** Number of its answer. `null` if it doesn't vote. */
  number: number | null;
  notes: readonly string[];
  answer: string | null;
  /** The answer as it is shown. */
  shownAnswer: TextBlock | null;
  /**
   * Stands for the text of the reply next to `shownAnswer`: what the reply says besides its answer. `null`: it isn't
   * known which part of the text that is.
   */
  reasoning: TextBlock | null;
  /** Answer in one line, for collapsed replies. */
  headline: string;
  body: readonly (TextBlock | ListBlock)[];
}

/** A list with a title is collapsed if the format allows it. */
export interface ListBlock {
  type: "list";
  title?: string;
  items: readonly ListItem[];
}

export interface ListItem {
  text: string;
  /** Fixed text before the text. */
  lead?: string;
  aside?: string;
  more?: readonly string[];
  /** Quotes that support the text. */
  quotes?: readonly Citation[];
  /** Quotes in the text. */
  marks?: readonly Citation[];
}
