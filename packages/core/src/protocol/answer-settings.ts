/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { Rubric } from "./score.ts";

/** Looks at the question and at round 0 once, then keeps one kind. */
export interface AutoFields {
  type: "auto";
}

/** Any text. Rules settle what is identical or typed, and a model compares the rest. */
export interface TextFields {
  type: "text";
  /**
   * Word overlap (Jaccard) from which two texts count as the same answer, unless they contradict each other. At 1, only texts with the same words do. From 0 to 1.
   * @default 0.85
   */
  similarity?: number;
}

/** The same characters. Only marks around the whole answer don't count. */
export interface ExactFields {
  type: "exact";
}

/** One number, with or without a unit, and nothing else. */
export interface NumberFields {
  type: "number";
  /**
   * Largest difference between two numbers that count as equal. 0 or more.
   * @default what rounding adds
   */
  tolerance?: number;
}

/** One of the options given, or of those that the question lists. */
export interface ChoiceFields {
  type: "choice";
  /**
   * The options.
   * @default the options listed in the question, or single letters
   */
  options?: readonly string[];
}

/** A number, expression, tuple, interval, set or equation, compared by value. */
export interface MathFields {
  type: "math";
}

/** A whole program. Two are the same if they did the same in the check, else if their lines are the same. */
export interface CodeFields {
  type: "code";
  /**
   * The programming language of the answer.
   * @default any
   */
  language?: string;
  /**
   * Code that is run after the program: an uncaught error means that it is wrong. For python, javascript, ruby, perl and bash.
   * @default what `verify` says
   */
  tests?: string;
}

/** A text: the first member drafts and revises it, the others criticize it, the judge signs it off. No vote. */
export interface DraftFields {
  type: "draft";
}

/** A review: round 0 lists findings, and the others check each of them once. No vote. */
export interface FindingsFields {
  type: "findings";
  /**
   * The material is a plan: the result says whether to proceed with it.
   * @default false
   */
  plan?: boolean;
  /**
   * Tokens of documents that a member reviews in one call. With more, each member is asked about one part after the other, and all findings are merged at the end. A whole number, 1000 or more.
   * @default all documents in one call
   */
  partTokens?: number;
}

/** A number on a scale for each criterion of a rubric. The total is their mean. */
export interface ScoreFields {
  type: "score";
  /** What is scored: a text, names of criteria, or names with what they mean. */
  rubric: Rubric;
  /**
   * The lowest and the highest number that may be given.
   * @default [1, 5]
   */
  scale?: readonly [number, number];
}

/** A value that fits a schema. */
export interface JsonFields {
  type: "json";
  /** A Standard Schema validator (zod, valibot, arktype, …), or a JSON Schema. */
  schema: unknown;
  /**
   * The fields by which two values are compared. Texts without a list of options are compared as prose is.
   * @default all fields
   */
  by?: readonly string[];
}

/** An answer kind by name. Its setting may follow a colon. */
export type AnswerName =
  | "auto"
  | "text"
  | `text:${number}`
  | "exact"
  | "number"
  | `number:${number}`
  | "choice"
  | `choice:${string}`
  | "math"
  | "code"
  | `code:${string}`
  | "draft"
  | "findings";
