import { closingBrace, unwrapAnswer } from "./unwrap.ts";

/** Where a reply says its answer under a label. */
export interface Labelled {
  /** What stands behind the label, without the marks around it. */
  answer: string;
  /** Lines of the reply, from the label to the end of the answer. */
  from: number;
  to: number;
}

/** What may stand before a label in its line: headings, list marks, emphasis, check marks. */
const LEAD =
  /^\s*(?:(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+)*[✅✔✓☑]?\ufe0f?\s*([*_`]{0,3})[✅✔✓☑]?\ufe0f?\s*/u;

const ANSWER =
  "(?:(?:so|thus|therefore|hence),?\\s+)?(?:(?:the|my)\\s+)?(?:final\\s+|correct\\s+)?answer";
const OUTCOME =
  "(?:(?:the|my)\\s+)?(?:final\\s+)?(?:verdict|bottom line|tl;?dr|recommendation|conclusion)";
/** What separates a label from its answer; emphasis may end before or after it. */
const SEPARATOR = '[*_`]{0,3}\\s*(?:(?:is|=)\\s*[:：]?(?=[\\s*_`$"“])|[:：=—→]|->)\\s*';

const labelled = (label: string): RegExp =>
  new RegExp(`^${label}(?:${SEPARATOR}(.*)|[*_\`]{0,3}\\s*)$`, "isu");
const ANSWER_LINE = labelled(ANSWER);
const OUTCOME_LINE = labelled(OUTCOME);
const MID_LINE = new RegExp(`(?<![\\p{L}\\p{N}'’])${ANSWER}${SEPARATOR}([^\\n]*)`, "giu");

const CONFIDENCE_LINE =
  /^(?:my\s+)?confidence(?:\s+(?:level|score))?(?:\s*\([^)\n]{0,60}\))?[*_`]{0,3}\s*(?:[:：=—]|is\b)\s*[*_`]{0,3}\s*(.*)$/is;
const REASON_LINE =
  /^reason(?:s|ing)?(?:\s+for\s+(?:the\s+)?chang(?:e|ing))?[*_`]{0,3}\s*[:：=—]\s*(.*)$/is;
const CHANGE_LINE =
  /^reason\s+for\s+(?:the\s+)?chang(?:e|ing)[*_`]{0,3}\s*[:：=—]\s*[*_`]{0,3}\s*(.*)$/is;
/** Our own labels, where a reply puts them behind its answer in the same line. */
const TRAILING = /\s+[*_`]{0,3}(?:confidence|reason for change)[*_`]{0,3}\s*[:：=].*$/is;

/** A reply with more labels than this contradicts itself anyway. */
const MOST_LABELS = 20;

const FENCE = /^\s*(`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const isQuoted = (line: string): boolean => /^\s*>/.test(line);
const isBlank = (line: string): boolean => line.trim() === "";

/** The rest of a line behind what may stand before a label, and the emphasis that was opened there. */
function afterLead(line: string): { rest: string; emphasis: string } {
  const found = LEAD.exec(line);
  return { rest: line.slice(found?.[0].length ?? 0), emphasis: found?.[1] ?? "" };
}

/** Lines that are not part of an answer: they end it. */
const endsAnswer = (line: string): boolean => {
  const { rest } = afterLead(line);
  return (
    CONFIDENCE_LINE.test(rest) ||
    REASON_LINE.test(rest) ||
    ANSWER_LINE.test(rest) ||
    OUTCOME_LINE.test(rest)
  );
};

/** What a reply says besides its answer. */
export interface Remarks {
  /** Behind its last confidence label. */
  confidence: string | null;
  /** Behind its last "Reason for change". */
  reasonForChange: string | null;
  /** The lines that are neither. */
  others: string[];
}

export function readRemarks(text: string): Remarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null, others: [] };
  if (!/confidence|reason/i.test(text)) return { ...remarks, others: text.split("\n") };
  for (const line of text.split("\n")) {
    const { rest } = afterLead(line);
    const confidence = isQuoted(line) ? null : CONFIDENCE_LINE.exec(rest);
    const change = isQuoted(line) ? null : CHANGE_LINE.exec(rest);
    if (confidence !== null) remarks.confidence = confidence[1] ?? "";
    else if (change !== null) remarks.reasonForChange = unwrapAnswer(change[1] ?? "");
    else remarks.others.push(line);
  }
  return remarks;
}

/** A text whose first line opens with an answer label, without that label. */
export function withoutAnswerLabel(text: string): string {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  const { rest, emphasis } = afterLead(first);
  const found = ANSWER_LINE.exec(rest);
  if (found?.[1] === undefined) return text;
  return closeEmphasis(found[1], emphasis) + (end < 0 ? "" : text.slice(end));
}

/**
 * The answers that a reply gives under labels, explicit ones first: labels of the second class count only where
 * none of the first stands. Lines of quotations are passed over.
 */
export function readLabels(text: string): Labelled[] {
  if (!/answer|boxed|verdict|bottom line|tl;?dr|recommendation|conclusion/i.test(text)) return [];
  const lines = text.split("\n");
  const explicit = [...labelsIn(lines, ANSWER_LINE), ...boxesIn(lines), ...tagsIn(text, lines)];
  const sentence = explicit.length === 0 ? lastSentence(lines) : [];
  const found = withoutOuter([...explicit, ...sentence]);
  if (found.length === 0) return labelsIn(lines, OUTCOME_LINE);
  return [...found, ...midLine(lines, found)];
}

/** A label whose answer contains a boxed value says that value. */
function withoutOuter(all: readonly Labelled[]): Labelled[] {
  return all.filter(
    (outer) =>
      !all.some(
        (inner) =>
          inner !== outer &&
          inner.from >= outer.from &&
          inner.to <= outer.to &&
          inner.answer.length < outer.answer.length &&
          /\\boxed|<answer/.test(outer.answer),
      ),
  );
}

function labelsIn(lines: readonly string[], label: RegExp): Labelled[] {
  const found: Labelled[] = [];
  let fence: string | null = null;
  for (let at = 0; at < lines.length && found.length < MOST_LABELS; at++) {
    const line = lines[at] ?? "";
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined)
      fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence;
    if (line.length > 20_000 || isQuoted(line)) continue;
    const { rest, emphasis } = afterLead(line);
    const hit = label.exec(rest);
    if (hit === null) continue;
    const behind = (hit[1] ?? "").trim();
    const block =
      /^[*_`✅]*$/u.test(behind) && !behind.startsWith("```")
        ? nextBlock(lines, at + 1)
        : paragraph(lines, at, behind.replace(TRAILING, ""), fence !== null);
    if (block === null) continue;
    const answer = unwrapAnswer(closeEmphasis(block.text, emphasis));
    if (answer !== "") found.push({ answer, from: at, to: block.to });
  }
  return found;
}

/** Emphasis that was opened before the label ends behind the answer. Its mark is not part of the answer. */
function closeEmphasis(text: string, emphasis: string): string {
  if (emphasis === "" || text.split(emphasis).length % 2 === 1) return text;
  const at = text.indexOf(emphasis);
  return text.slice(0, at) + text.slice(at + emphasis.length);
}

interface Block {
  text: string;
  /** Its last line. */
  to: number;
}

/** The rest of a label's line, and the lines behind it up to a blank one or another label. */
function paragraph(lines: readonly string[], at: number, first: string, inFence: boolean): Block {
  if (FENCE.test(first)) return fencedBlock([first, ...lines.slice(at + 1)], 0, at);
  const text = [first];
  let to = at;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (isBlank(line) || isQuoted(line) || endsAnswer(line)) break;
    if (FENCE.test(line) && inFence) break;
    if (FENCE.test(line)) {
      const fenced = fencedBlock(lines, next, 0);
      text.push(...lines.slice(next, fenced.to + 1));
      to = next = fenced.to;
      continue;
    }
    text.push(line);
    to = next;
  }
  return { text: text.join("\n"), to };
}

/** The fence, list or paragraph that comes next; `null` if it is a quotation or there is none. */
function nextBlock(lines: readonly string[], from: number): Block | null {
  let at = from;
  while (at < lines.length && isBlank(lines[at] ?? "")) at++;
  const first = lines[at];
  if (first === undefined || isQuoted(first) || endsAnswer(first)) return null;
  if (FENCE.test(first)) return fencedBlock(lines, at, 0);
  if (!LIST_ITEM.test(first)) return paragraph(lines, at, first, false);
  const list = listBlock(lines, at);
  const items = list.text.split("\n").filter((line) => LIST_ITEM.test(line));
  return items.length === 1 ? { ...list, text: list.text.replace(LIST_ITEM, "") } : list;
}

/** A fence with its first and last line. One that is never closed ends with the text. */
function fencedBlock(lines: readonly string[], at: number, offset: number): Block {
  const mark = FENCE.exec(lines[at] ?? "")?.[1] ?? "```";
  let to = at + 1;
  while (to < lines.length && !(lines[to] ?? "").trim().startsWith(mark)) to++;
  return {
    text: lines
      .slice(at, to + 1)
      .join("\n")
      .trim(),
    to: offset + Math.min(to, lines.length - 1),
  };
}

/** The items of a list, with their further lines; blank lines may stand between items. */
function listBlock(lines: readonly string[], from: number): Block {
  let to = from;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (isBlank(line)) continue;
    const continues = LIST_ITEM.test(line) || /^\s{2,}\S/.test(line) || to === at - 1;
    if (!continues || isQuoted(line) || endsAnswer(line)) break;
    to = at;
  }
  return { text: lines.slice(from, to + 1).join("\n"), to };
}

/** Values in `\boxed{…}`, wherever they stand. */
function boxesIn(lines: readonly string[]): Labelled[] {
  const found: Labelled[] = [];
  lines.forEach((line, at) => {
    if (isQuoted(line) || !line.includes("\\boxed")) return;
    for (let from = line.indexOf("\\boxed"); from >= 0; from = line.indexOf("\\boxed", from + 1)) {
      const open = line.indexOf("{", from);
      const end = open < 0 ? -1 : closingBrace(line, open);
      if (end < 0 || found.length >= MOST_LABELS) break;
      const answer = unwrapAnswer(line.slice(open + 1, end));
      if (answer !== "") found.push({ answer, from: at, to: at });
      from = end;
    }
  });
  return found;
}

const TAG = /<answer(?:\s[^<>\n]{0,100})?>/gi;
const END_TAG = /<\/answer>/gi;

/** What stands in `<answer>` tags. */
function tagsIn(text: string, lines: readonly string[]): Labelled[] {
  const found: Labelled[] = [];
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null && found.length < MOST_LABELS; tag = TAG.exec(text)) {
    END_TAG.lastIndex = TAG.lastIndex;
    const end = END_TAG.exec(text);
    if (end === null) break;
    const answer = unwrapAnswer(text.slice(TAG.lastIndex, end.index));
    const from = text.slice(0, tag.index).split("\n").length - 1;
    const to = text.slice(0, end.index).split("\n").length - 1;
    if (answer !== "" && !isQuoted(lines[from] ?? "")) found.push({ answer, from, to });
    TAG.lastIndex = END_TAG.lastIndex;
  }
  return found;
}

/** The answer that the last sentence of a reply gives: "So the answer is 42." */
function lastSentence(lines: readonly string[]): Labelled[] {
  let at = lines.length - 1;
  while (at > 0 && (isBlank(lines[at] ?? "") || endsWithRemark(lines[at] ?? ""))) at--;
  const line = lines[at] ?? "";
  if (isQuoted(line) || line.length > 5000) return [];
  const sentence =
    line
      .trim()
      .split(/(?<=[.!?…]["”)*]{0,3})\s+/)
      .at(-1) ?? "";
  const hit = ANSWER_LINE.exec(afterLead(sentence).rest);
  const answer = unwrapAnswer((hit?.[1] ?? "").replace(TRAILING, ""));
  return answer === "" ? [] : [{ answer, from: at, to: at }];
}

const endsWithRemark = (line: string): boolean => {
  const { rest } = afterLead(line);
  return CONFIDENCE_LINE.test(rest) || REASON_LINE.test(rest);
};

/** Labels inside of lines say something too: two that differ leave open which one is meant. */
function midLine(lines: readonly string[], known: readonly Labelled[]): Labelled[] {
  const found: Labelled[] = [];
  lines.forEach((line, at) => {
    if (isQuoted(line) || line.length > 20_000) return;
    if (known.some(({ from, to }) => from <= at && at <= to)) return;
    for (const hit of line.matchAll(MID_LINE)) {
      const sentence = (hit[1] ?? "").split(/(?<=[.!?…]["”)*]{0,3})\s+/)[0] ?? "";
      const answer = unwrapAnswer(sentence);
      if (answer !== "") found.push({ answer, from: at, to: at });
    }
  });
  return found;
}
