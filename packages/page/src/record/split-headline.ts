import type { PartialResult } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { findFirstSentence } from "../text/sentences.ts";

/** A longer first line is cut after its first sentence. */
const MAX_LINE_CHARS = 110;
const MIN_SENTENCE_CHARS = 12;
/** A longer sentence is clipped, and repeated in full below. */
const MAX_HEADLINE_CHARS = 260;

/**
 * Splits an answer into a headline and the text that follows, so that nothing is shown twice. A first line that only
 * announces a list is no headline: if the answer has a label, that takes its place.
 */
export function splitHeadline(
  answer: string,
  label: string | null = null,
): { headline: string; rest: string } {
  const text = answer.trim();
  const line = text.split("\n", 1)[0] ?? "";
  const end =
    line.length > MAX_LINE_CHARS
      ? findFirstSentence(line, MIN_SENTENCE_CHARS, MAX_HEADLINE_CHARS) || line.length
      : line.length;
  if (label !== null && /:\W*$/.test(line.slice(0, end))) return { headline: label, rest: text };
  if (end > MAX_HEADLINE_CHARS) return { headline: clipLine(line, 200), rest: text };
  return { headline: line.slice(0, end).trim(), rest: text.slice(end).trim() };
}

/** The comparer's words for the winning answer. Null if it gave none. */
export function findWinningLabel({
  decision,
  winner,
}: Pick<PartialResult, "decision" | "winner">): string | null {
  const row = decision.tally.find(({ debaters }) => winner !== null && debaters.includes(winner));
  return row?.label ?? null;
}
