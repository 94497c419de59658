import { readNextBlock, readParagraph } from "./blocks.ts";
import {
  ANSWER_IN_LINE,
  closeEmphasis,
  readLabel,
  removeAnswerLabel,
  type LabelName,
  joinLines,
  type Line,
  type LineRange,
} from "./lines.ts";
import { findClosingBrace, unwrapAnswer } from "./unwrap.ts";

/** An answer after a label: the lines from the label to the end of the answer. */
export interface LabelledAnswer extends LineRange {
  /** Text after the label, without the marks around it. */
  answer: string;
  /** Sentences before the label, if it doesn't begin its line. */
  before?: string;
  /** Rest of the last line, if the answer has a closing mark. */
  textAfter?: string;
}

/** Longer lines are skipped: patterns would be slow, and no person writes them. */
const MAX_LINE_CHARS = 20_000;

const mayHoldLabel = ({ isQuoted, text }: Line): boolean =>
  !isQuoted && text.length <= MAX_LINE_CHARS;

/**
 * Answers after labels. Labels of the class `outcome` count only if there is no explicit answer. Skips
 * quotations.
 */
export function readLabels(lines: readonly Line[]): LabelledAnswer[] {
  const labelledAnswers = readLabelLines(lines, "answer");
  labelledAnswers.push(...readEnclosed(lines));
  if (labelledAnswers.length === 0) labelledAnswers.push(...readLastSentence(lines));
  if (labelledAnswers.length === 0) return readLabelLines(lines, "outcome");
  labelledAnswers.push(...readInsideLines(lines, labelledAnswers));
  return labelledAnswers;
}

/** Labels at the start of a line. */
function readLabelLines(lines: readonly Line[], name: LabelName): LabelledAnswer[] {
  const labelledAnswers: LabelledAnswer[] = [];
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (line.fence !== null) {
      if (fence === null) fence = line.fence;
      else if (line.fence.startsWith(fence)) fence = null;
    }
    const { label } = line;
    if (label?.name !== name || !mayHoldLabel(line)) continue;
    const block =
      label.textAfterLabel === "" || /^[✅✔✓☑]\ufe0f?$/.test(label.textAfterLabel)
        ? readNextBlock(lines, at + 1, fence !== null)
        : readParagraph(lines, at, label.textAfterLabel, fence !== null);
    if (block === null) continue;
    const answer = unwrapAnswer(removeAnswerLabel(closeEmphasis(block.text, label.closing)));
    // A box or a tag inside contains the answer itself.
    if (answer !== "" && !/\\boxed\s*\{|<answer\b/i.test(answer))
      labelledAnswers.push({ answer, from: at, to: block.to });
    at = block.to;
  }
  return labelledAnswers;
}

/** Answers between an opening and a closing mark. */
function readEnclosed(lines: readonly Line[]): LabelledAnswer[] {
  if (!lines.some(({ text }) => text.includes("\\") || text.includes("<"))) return [];
  const text = joinLines(lines);
  return [
    ...findEnclosed(text, lines, /\\boxed\s{0,3}\{/g, (at) => findClosingBrace(text, at - 1), 1),
    ...findEnclosed(
      text,
      lines,
      /<answer(?:\s[^<>\n]{0,100})?>/gi,
      (at) => findEndTag(text, at),
      "</answer>".length,
    ),
  ];
}

function findEnclosed(
  text: string,
  lines: readonly Line[],
  opening: RegExp,
  findEnd: (from: number) => number,
  endLength: number,
): LabelledAnswer[] {
  const labelledAnswers: LabelledAnswer[] = [];
  const place = { line: 0, start: 0 };
  const lineAt = (index: number): number => {
    while (place.start + (lines[place.line]?.text.length ?? 0) < index)
      place.start += (lines[place.line++]?.text.length ?? 0) + 1;
    return place.line;
  };
  for (let hit = opening.exec(text); hit !== null; hit = opening.exec(text)) {
    const end = findEnd(opening.lastIndex);
    if (end < 0) break;
    const from = lineAt(hit.index);
    const answer = unwrapAnswer(text.slice(opening.lastIndex, end));
    const to = lineAt(end);
    const textAfter = text.slice(end + endLength, place.start + (lines[to]?.text.length ?? 0));
    if (answer !== "" && !lines[from]?.isQuoted)
      labelledAnswers.push({ answer, from, to, textAfter });
    opening.lastIndex = end + endLength;
  }
  return labelledAnswers;
}

const END_TAG = /<\/answer>/gi;

function findEndTag(text: string, from: number): number {
  END_TAG.lastIndex = from;
  return END_TAG.exec(text)?.index ?? -1;
}

const SENTENCE_END = /(?<=[.!?…]["”)*]{0,3})\s+/;

/** Answer in the last sentence of a reply: "So the answer is 42." */
function readLastSentence(lines: readonly Line[]): LabelledAnswer[] {
  const at = Math.max(
    0,
    lines.findLastIndex(({ isBlank, isQuoted }) => !isBlank && !isQuoted),
  );
  const line = lines[at];
  if (line === undefined || !mayHoldLabel(line) || !/answer/i.test(line.text)) return [];
  const lineText = line.text.trim();
  const sentence = lineText.split(SENTENCE_END).at(-1) ?? "";
  const label = readLabel(sentence);
  if (label?.name !== "answer") return [];
  const answer = unwrapAnswer(closeEmphasis(label.textAfterLabel, label.closing));
  const before = lineText.slice(0, lineText.length - sentence.length).trimEnd();
  return answer === "" ? [] : [{ answer, from: at, to: at, before }];
}

const MAX_SENTENCE_CHARS = 500;

/** Labels inside lines count too: two different answers leave open which one is meant. */
function readInsideLines(
  lines: readonly Line[],
  labelled: readonly LabelledAnswer[],
): LabelledAnswer[] {
  const labelledAnswers: LabelledAnswer[] = [];
  const isRead = new Uint8Array(lines.length);
  for (const { from, to } of labelled) isRead.fill(1, from, to + 1);
  lines.forEach((line, at) => {
    const { text } = line;
    if (isRead[at] === 1 || !/answer/i.test(text) || !mayHoldLabel(line)) return;
    for (const { index, 0: label } of text.matchAll(ANSWER_IN_LINE)) {
      const behind = text
        .slice(index + label.length, index + label.length + MAX_SENTENCE_CHARS)
        .trim();
      const end = behind.search(SENTENCE_END);
      const answer = unwrapAnswer(end < 0 ? behind : behind.slice(0, end));
      if (answer !== "") labelledAnswers.push({ answer, from: at, to: at });
    }
  });
  return labelledAnswers;
}
