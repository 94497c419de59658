import { addTokens, type DebateResult, type WhatIf } from "@rostrum/core/protocol";
import type { EvalItem } from "./datasets/item.ts";

/** Returns true if an answer equals a known one, read and compared as the debate does. */
export type Grade = (answer: unknown) => boolean;

/** Answer of one arm to one question, and what that arm alone would have used. */
export interface ArmOutcome {
  answer: string | null;
  right: boolean;
  calls: number;
  tokens: number | null;
  usd: number | null;
  confidence: number | null;
  /** Replies without a readable answer, and those of them that were cut off. */
  unread: number;
  truncated: number;
  /** Share of members that gave the leading answer; `null` for a single member. */
  agreement: number | null;
  /** The debate behind the answer. */
  debate: DebateResult<unknown> | null;
  error?: string;
}

export function createOutcome(result: DebateResult<unknown>, grade: Grade): ArmOutcome {
  return {
    answer: stringifyAnswer(result.answer),
    right: grade(result.answer),
    calls: result.usage.calls,
    tokens: addTokens(result.usage),
    usd: result.costUsd,
    confidence: result.confidence,
    unread: result.integrity.unread,
    truncated: result.integrity.truncated,
    agreement: result.agreement,
    debate: result,
  };
}

const NOTHING_KNOWN = {
  confidence: null,
  unread: 0,
  truncated: 0,
  agreement: null,
  debate: null,
} as const;

/** Uses the definition behind every debate's `whatIf`. */
export function createWhatIfOutcome(
  { answer, calls, tokens, usd }: WhatIf,
  grade: Grade,
  fields: Partial<ArmOutcome>,
): ArmOutcome {
  return { ...NOTHING_KNOWN, answer, right: grade(answer), calls, tokens, usd, ...fields };
}

/** Outcome of a failed arm, which counts as wrong. */
export function createFailedOutcome(error: unknown): ArmOutcome {
  const nothing = { answer: null, right: false, calls: 0, tokens: null, usd: null };
  const message = error instanceof Error ? error.message : String(error);
  return { ...NOTHING_KNOWN, ...nothing, error: message };
}

/** An answer as reports show it. */
export function stringifyAnswer(answer: unknown): string | null {
  if (answer === null || answer === undefined) return null;
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

/** One question under every arm. */
export interface EvalRow {
  item: EvalItem;
  /** The panel's independent answers, and their vote. */
  independent: DebateResult<unknown>;
  outcomes: Record<string, ArmOutcome>;
  /** The grades that a model gave, if one was asked. */
  graded?: GradedAnswer[];
}

/** An answer that a model has graded. */
export interface GradedAnswer {
  answer: string;
  /** Final grade: the model's, or the rules' if the model failed or contradicted itself. */
  right: boolean;
  /** Grade by the rules, without the model. */
  rules: boolean;
  /** The model's grades with the answers in one order and in the opposite order; `null`: unusable. */
  model: (boolean | null)[];
}
