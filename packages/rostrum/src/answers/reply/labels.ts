import { readNextBlock, readParagraph } from "./blocks.ts";
import {
  ANSWER_IN_LINE,
  ANSWER_LABEL,
  closeEmphasis,
  FENCE,
  isBlank,
  isQuoted,
  OUTCOME_LABEL,
  readLabelLine,
  withoutAnswerLabel,
} from "./label-lines.ts";
import { closingBrace, unwrapAnswer } from "./unwrap.ts";

/** Where a reply says its answer under a label. */
export interface Labelled {
  /** What stands behind the label, without the marks around it. */
  answer: string;
  /** Lines of the reply, from the label to the end of the answer. */
  from: number;
  to: number;
}

/** Longer lines are not read for labels: patterns would take long on them, and nobody writes them. */
const LONGEST_LINE = 20_000;

/**
 * The answers that a reply gives under labels, explicit ones first: labels of the second class count only where
 * none of the first stands. Lines of quotations are passed over.
 */
export function readLabels(text: string): Labelled[] {
  if (!/answer|boxed|verdict|bottom line|tl;?dr|recommendation|conclusion/i.test(text)) return [];
  const lines = text.split("\n");
  const explicit = [
    ...readLines(lines, ANSWER_LABEL),
    ...readEnclosed(text, lines, BOX, (at) => closingBrace(text, at - 1), 1),
    ...readEnclosed(text, lines, TAG, (at) => findEndTag(text, at), "</answer>".length),
  ];
  const found = explicit.length > 0 ? explicit : readLastSentence(lines);
  if (found.length === 0) return readLines(lines, OUTCOME_LABEL);
  return [...found, ...readInsideLines(lines, found)];
}

/** Labels that open a line. */
function readLines(lines: readonly string[], label: RegExp): Labelled[] {
  const found: Labelled[] = [];
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (line.length > LONGEST_LINE || isQuoted(line)) continue;
    const opened = readLabelLine(line, label);
    if (opened === null) continue;
    const block =
      opened.behind === "" || /^[✅✔✓☑]\ufe0f?$/u.test(opened.behind)
        ? readNextBlock(lines, at + 1, fence !== null)
        : readParagraph(lines, at, opened.behind, fence !== null);
    if (block === null) continue;
    const answer = unwrapAnswer(withoutAnswerLabel(closeEmphasis(block.text, opened.closing)));
    // A box or a tag inside says the answer itself.
    if (answer !== "" && !/\\boxed\s*\{|<answer\b/i.test(answer))
      found.push({ answer, from: at, to: block.to });
    at = block.to;
  }
  return found;
}

const BOX = /\\boxed\s{0,3}\{/g;
const TAG = /<answer(?:\s[^<>\n]{0,100})?>/gi;

/** Answers between an opening and a closing mark: `\boxed{…}`, `<answer>…</answer>`. */
function readEnclosed(
  text: string,
  lines: readonly string[],
  opening: RegExp,
  findEnd: (from: number) => number,
  endLength: number,
): Labelled[] {
  const found: Labelled[] = [];
  const place = { line: 0, start: 0 };
  const lineAt = (index: number): number => {
    while (place.start + (lines[place.line]?.length ?? 0) < index)
      place.start += (lines[place.line++]?.length ?? 0) + 1;
    return place.line;
  };
  opening.lastIndex = 0;
  for (let hit = opening.exec(text); hit !== null; hit = opening.exec(text)) {
    const end = findEnd(opening.lastIndex);
    if (end < 0) break;
    const from = lineAt(hit.index);
    const answer = unwrapAnswer(text.slice(opening.lastIndex, end));
    if (answer !== "" && !isQuoted(lines[from] ?? ""))
      found.push({ answer, from, to: lineAt(end) });
    opening.lastIndex = end + endLength;
  }
  return found;
}

const END_TAG = /<\/answer>/gi;

function findEndTag(text: string, from: number): number {
  END_TAG.lastIndex = from;
  return END_TAG.exec(text)?.index ?? -1;
}

const SENTENCE_END = /(?<=[.!?…]["”)*]{0,3})\s+/;

/** The answer that the last sentence of a reply gives: "So the answer is 42." */
function readLastSentence(lines: readonly string[]): Labelled[] {
  let at = lines.length - 1;
  while (at > 0 && (isBlank(lines[at] ?? "") || isQuoted(lines[at] ?? ""))) at--;
  const line = lines[at] ?? "";
  if (isQuoted(line) || line.length > LONGEST_LINE) return [];
  const opened = readLabelLine(line.trim().split(SENTENCE_END).at(-1) ?? "", ANSWER_LABEL);
  const answer = opened === null ? "" : unwrapAnswer(closeEmphasis(opened.behind, opened.closing));
  return answer === "" ? [] : [{ answer, from: at, to: at }];
}

/** Labels inside of lines say something too: two that differ leave open which one is meant. */
function readInsideLines(lines: readonly string[], known: readonly Labelled[]): Labelled[] {
  const isKnown = lines.map(() => false);
  for (const { from, to } of known) isKnown.fill(true, from, to + 1);
  return lines.flatMap((line, at) => {
    if (isKnown[at] === true || isQuoted(line) || line.length > LONGEST_LINE) return [];
    return [...line.matchAll(ANSWER_IN_LINE)].flatMap(({ index, 0: label }) => {
      const behind = line.slice(index + label.length, index + label.length + LONGEST_SENTENCE);
      const answer = unwrapAnswer(behind.trim().split(SENTENCE_END)[0] ?? "");
      return answer === "" ? [] : [{ answer, from: at, to: at }];
    });
  });
}

const LONGEST_SENTENCE = 500;
