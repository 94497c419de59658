import { readReply } from "@rostrum/core/answers";
import type { Reading } from "@rostrum/core/protocol";

/** Wraps an answer that has been read already. */
export const wrapAnswer = (answer: string | null): Reading => ({
  answer,
  reasoning: "",
  confidence: null,
});

/**
 * Reads a known answer as a reply that contains nothing else, so that quotation marks and the like are stripped as in
 * a debate. An answer that can't be read this way is kept unchanged.
 */
export function readKnown(text: string): Reading {
  const reading = readReply(text);
  return reading.answer === null || reading.from === "whole" ? wrapAnswer(text) : reading;
}
