import type { Reading } from "../../protocol/answer.ts";
import { readConfidence } from "./confidence.ts";
import { readYesNo } from "./json-envelope.ts";
import { firstLine, labelledSections } from "./labelled-lines.ts";
import type { Section } from "./labelled-lines.ts";
import { markedAnswer } from "./marked-answer.ts";
import { tidyAnswer } from "./tidy.ts";

const inlineConfidence = /[\s,;.|(\[–-]*\b[Cc]onfidence(?:\s+(?:score|level))?\s*[:=]?\s*\**\s*(.*)$/;

const words = /[.!?]\s|\banswer\b|\\boxed/i;

function answerWords(text: string, section: Section): { answer: string; confidence: number | null } {
  let line = firstLine(text, section.from, section.to);
  let confidence: number | null = null;
  if (line.includes("onfidence")) {
    const inline = inlineConfidence.exec(line);
    if (inline !== null) {
      confidence = readConfidence(inline[1]);
      line = line.slice(0, inline.index);
    }
  }
  let answer = tidyAnswer(line);
  if (words.test(answer)) answer = markedAnswer(answer)?.content ?? answer;
  return { answer, confidence };
}

export interface Labelled {
  reading: Reading;
  answer: string | null;
  /** Where the line with the answer ends; later marks outrank it. */
  end: number;
}

const lastOf = (sections: Section[], field: Section["field"]): Section | undefined =>
  sections.findLast((section) => section.field === field);

/** Reads replies made of labelled lines ("Answer: …", "Confidence: …"); `null` where there are none. */
export function readLabelled(text: string): Labelled | null {
  const sections = labelledSections(text);
  if (sections.length === 0) return null;
  const reading: Reading = { answer: null, reasoning: "", confidence: null };
  const stated = lastOf(sections, "answer") ?? lastOf(sections, "outcome");
  let end = 0;
  if (stated !== undefined) {
    const found = answerWords(text, stated);
    reading.answer = found.answer === "" ? null : found.answer;
    reading.confidence = found.confidence;
    end = stated.from + found.answer.length;
  }
  const why = lastOf(sections, "reasoning");
  if (why !== undefined) reading.reasoning = text.slice(why.from, why.to).replace(/^[\s*_]+/, "").trim();
  else if (stated !== undefined) {
    reading.reasoning = text.slice(0, stated.start).trim() || text.slice(stated.from + (reading.answer?.length ?? 0), stated.to).trim();
  }
  const sure = lastOf(sections, "confidence");
  if (sure !== undefined) reading.confidence = readConfidence(firstLine(text, sure.from, sure.to));
  const because = lastOf(sections, "justification");
  if (because !== undefined) {
    const justification = text.slice(because.from, because.to).replace(/^[\s*_]+/, "").trim();
    if (justification !== "") reading.justification = justification;
  }
  const changed = lastOf(sections, "changed");
  const claim = changed === undefined ? undefined : readYesNo(firstLine(text, changed.from, changed.to));
  if (claim !== undefined) reading.claimedChange = claim;
  return { reading, answer: reading.answer, end };
}
