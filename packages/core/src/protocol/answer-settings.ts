/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { Rubric } from "./score.ts";

/** Derives the kind from the question and the first round, once. */
export interface AutoFields {
  type: "auto";
}

/** Any text. Rules compare identical and typed answers, and a model compares the rest. */
export interface TextFields {
  type: "text";
  /**
   * Minimum word overlap (Jaccard) at which texts count as the same answer where no model compares them, unless they contradict each other. 1 requires the same words, and no model compares. From 0 to 1.
   * @default 0.85
   */
  similarity?: number;
}

/** Compares characters, ignoring only quotation marks or formatting around the whole answer. */
export interface ExactFields {
  type: "exact";
}

/** A single number, with or without a unit. */
export interface NumberFields {
  type: "number";
  /**
   * Maximum difference between numbers that count as equal. 0 or more.
   * @default none: equal apart from rounding errors of the computer
   */
  tolerance?: number;
}

/** One option of a list, which is given here or in the question. */
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

/** A complete program. Programs are the same if they behaved the same in the check, or, without a check, if their lines are the same. */
export interface CodeFields {
  type: "code";
  /**
   * Programming language of the answer.
   * @default any
   */
  language?: string;
  /**
   * Code that calls the program. An uncaught error means that the program is wrong. For python, javascript, ruby, perl and bash.
   * @default as set by `verify`
   */
  tests?: string;
}

/** A text: the first member drafts and revises it, the others criticize it, the judge approves it. No vote. */
export interface DraftFields {
  type: "draft";
}

/** A review: members list findings in the first round, then each finding is checked once by the others. No vote. */
export interface FindingsFields {
  type: "findings";
  /**
   * The material is a plan: the result says whether to proceed with it.
   * @default false
   */
  plan?: boolean;
  /**
   * Maximum tokens of documents per call. Longer material is reviewed part by part, and all findings are merged at the end. A whole number, 1000 or more.
   * @default all documents in one call
   */
  partTokens?: number;
}

/** A number on a scale for each criterion of a rubric. The total is their mean. */
export interface ScoreFields {
  type: "score";
  /** Criteria: a text, names of criteria, or names with descriptions. */
  rubric: Rubric;
  /**
   * Lowest and highest score.
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
   * Fields by which values are compared. Strings without a list of options are compared like prose.
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
