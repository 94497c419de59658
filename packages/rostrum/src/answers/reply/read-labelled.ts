import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import { readConfidence } from "./confidence.ts";
import { readYesNo } from "./json-envelope.ts";
import { firstLine, labelledSections } from "./labelled-lines.ts";
import type { Section } from "./labelled-lines.ts";
import { markedAnswer } from "./marked-answer.ts";
import { tidyAnswer } from "./tidy.ts";

const inlineConfidence = /[\s,;.|(\[–-]*\b[Cc]onfidence(?:\s+(?:score|level))?\s*[:=]?\s*\**\s*(.*)$/;

const words = /[.!?]\s|\banswer\b|\\boxed/i;

const wordsOf = (text: string, { from, to }: Section): string => text.slice(from, to).replace(/^[\s*_]+/, "").trimEnd();

/** "Answer: by Heron's formula the area is:" gives the answer further down. */
const announced = (section: string): string | null => markedAnswer(section)?.content ?? concludes(section)?.content ?? null;

function answerWords(text: string, section: Section): { answer: string; confidence: number | null; end: number } {
  let line = firstLine(text, section.from, section.to);
  const end = line === "" ? section.to : text.indexOf(line, section.from) + line.length;
  let confidence: number | null = null;
  if (line.includes("onfidence")) {
    const inline = inlineConfidence.exec(line);
    if (inline !== null) {
      confidence = readConfidence(inline[1]);
      line = line.slice(0, inline.index);
    }
  }
  let answer = tidyAnswer(line);
  if (line.endsWith(":")) answer = announced(text.slice(section.from, section.to)) ?? answer;
  if (words.test(answer)) answer = markedAnswer(answer)?.content ?? answer;
  return { answer, confidence, end };
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
    end = found.end;
  }
  const why = lastOf(sections, "reasoning");
  if (why !== undefined) reading.reasoning = wordsOf(text, why);
  else if (stated !== undefined) reading.reasoning = text.slice(0, stated.start).trim() || text.slice(end, stated.to).trim();
  const sure = lastOf(sections, "confidence");
  if (sure !== undefined) reading.confidence = readConfidence(firstLine(text, sure.from, sure.to));
  const because = lastOf(sections, "justification");
  if (because !== undefined) {
    const justification = wordsOf(text, because);
    if (justification !== "") reading.justification = justification;
  }
  const changed = lastOf(sections, "changed");
  const claim = changed === undefined ? undefined : readYesNo(firstLine(text, changed.from, changed.to));
  if (claim !== undefined) reading.claimedChange = claim;
  return { reading, answer: reading.answer, end };
}
