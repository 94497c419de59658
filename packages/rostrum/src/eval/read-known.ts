import { readReply } from "../answers/index.ts";
import type { Reading } from "../protocol/answer.ts";

/** An answer that was read before: it stands as it is. */
export const asReading = (answer: string | null): Reading => ({
  answer,
  reasoning: "",
  confidence: null,
});

/**
 * A known answer, read as a reply that says nothing else: what a debate takes off around an answer, such as quotation
 * marks, is taken off here too. What can't be read so stands as it is.
 */
export function readKnown(text: string): Reading {
  const reading = readReply(text);
  return reading.answer === null || reading.from === "whole" ? asReading(text) : reading;
}
