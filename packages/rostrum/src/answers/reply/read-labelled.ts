import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import { readConfidence } from "./confidence.ts";
import { readYesNo } from "./json-envelope.ts";
import { firstLine, labelledSections } from "./labelled-lines.ts";
import type { Section } from "./labelled-lines.ts";
import { innerAnswer, markedAnswer } from "./marked-answer.ts";
import { quoted } from "./quoted.ts";
import { tidyAnswer } from "./tidy.ts";

const inlineConfidence =
  /\b[Cc]onfidence(?:\s(?:score|level))?\s?(?:[:=]|is|of)?\s?\**\s?([^\n]{1,40})$/;

const joints = " \t\n,;.|([–—-*_";

/** Takes "(confidence: 0.8)" off the end of a line. */
export function cutConfidence(line: string): { rest: string; confidence: number | null } {
  const tail = Math.max(0, line.length - 80);
  const inline = line.includes("onfidence", tail) ? inlineConfidence.exec(line.slice(tail)) : null;
  const confidence = inline === null ? null : readConfidence(inline[1]);
  if (inline === null || confidence === null) return { rest: line, confidence: null };
  let end = tail + inline.index;
  while (end > 0 && joints.includes(line.charAt(end - 1))) end--;
  return end === 0 ? { rest: line, confidence } : { rest: line.slice(0, end), confidence };
}

const wordsOf = (text: string, { from, to }: Section): string =>
  text
    .slice(from, to)
    .replace(/^[\s*_]+/, "")
    .trimEnd();

/** "Answer: by Heron's formula the area is:" gives the answer further down. */
const announced = (section: string): string | null =>
  markedAnswer(section)?.content ?? concludes(section)?.content ?? null;

/** What is quoted right after a label; the label's own emphasis may close before it or behind it. */
function quotedAfterLabel(line: string): string | null {
  if (line.length > longestQuote || !quotationMark.test(line)) return null;
  const words = line.replace(/^[\s*_#>]+/, "");
  return quoted(cutConfidence(words).rest.replace(/[*_]{1,3}$/, ""));
}

const longestQuote = 2_000;
const quotationMark = /["'“”‘’«»`]/;

interface Stated {
  words: Pick<Reading, "answer" | "verbatim">;
  confidence: number | null;
  /** Where the line with the answer ends. */
  end: number;
}

function answerWords(text: string, section: Section): Stated {
  const first = firstLine(text, section);
  const { line } = first;
  const end = line === "" ? section.to : first.end;
  const { rest, confidence } = cutConfidence(line);
  let answer = tidyAnswer(rest);
  const verbatim = quotedAfterLabel(text.slice(section.from, end));
  if (verbatim !== null)
    return { words: { answer: answer === "" ? null : answer, verbatim }, confidence, end };
  if (answer.endsWith(":")) answer = announced(text.slice(section.from, section.to)) ?? answer;
  const words = answer === "" ? { answer: null } : innerAnswer(answer);
  return { words, confidence, end };
}

export interface Labelled {
  reading: Reading;
  /** Where the line with the answer ends; later marks outrank it. */
  end: number;
  /** The words that stand under no label: the answer, where none is labelled. */
  unlabelled: string;
}

/** A loop, because every reply has its few sections searched six times. */
function lastOf(sections: readonly Section[], field: Section["field"]): Section | undefined {
  for (let at = sections.length - 1; at >= 0; at--) {
    const section = sections[at];
    if (section?.field === field) return section;
  }
  return undefined;
}

/** The text without the lines that tell of confidence and change. */
function unlabelled(text: string, sections: readonly Section[]): string {
  let rest = "";
  let from = 0;
  for (const { field, start, from: words } of sections) {
    if (field === "reasoning") continue;
    const end = text.indexOf("\n", words);
    rest += text.slice(from, start);
    from = end < 0 ? text.length : end + 1;
  }
  return (rest + text.slice(from)).trim();
}

/** What a debater says about its answer: how sure it is, whether it changed it and why. */
function addAsides(reading: Reading, text: string, sections: Section[]): void {
  const sure = lastOf(sections, "confidence");
  if (sure !== undefined) reading.confidence = readConfidence(firstLine(text, sure).line);
  const because = lastOf(sections, "justification");
  const justification = because === undefined ? "" : wordsOf(text, because);
  if (justification !== "") reading.justification = justification;
  const changed = lastOf(sections, "changed");
  const claim = changed === undefined ? undefined : readYesNo(firstLine(text, changed).line);
  if (claim !== undefined) reading.claimedChange = claim;
}

/** Reads replies made of labelled lines ("Answer: …", "Confidence: …"); `null` where there are none. */
export function readLabelled(text: string): Labelled | null {
  const sections = labelledSections(text);
  if (sections.length === 0) return null;
  const reading: Reading = { answer: null, reasoning: "", confidence: null };
  const stated = lastOf(sections, "answer") ?? lastOf(sections, "outcome");
  let end = 0;
  if (stated !== undefined) {
    const found = answerWords(text, stated);
    reading.answer = found.words.answer;
    if (found.words.verbatim !== undefined) reading.verbatim = found.words.verbatim;
    reading.confidence = found.confidence;
    end = found.end;
  }
  const why = lastOf(sections, "reasoning");
  if (why !== undefined) reading.reasoning = wordsOf(text, why);
  else if (stated !== undefined)
    reading.reasoning = text.slice(0, stated.start).trim() || text.slice(end, stated.to).trim();
  addAsides(reading, text, sections);
  return { reading, end, unlabelled: reading.answer === null ? unlabelled(text, sections) : "" };
}
