import { readSections } from "../../answers/reply/sections.ts";

/**
 * Reads the one label that a judge picked: the text between its marks, or else one line "Winner: LABEL", or a label
 * before a colon at the beginning while no other label has one, or a label that is the whole reply. Labels must match
 * exactly. Anything else picks nobody: the vote decides, and the result says so.
 */
export function readPickedLabel(
  verdict: string,
  labels: readonly string[],
  mark?: string,
): string | null {
  const { sections } = readSections(verdict, mark);
  if (sections.length > 0) return sections.length === 1 ? labelIn(sections[0] ?? "", labels) : null;
  const named = verdict.split("\n").flatMap((line) => WINNER.exec(line)?.[1] ?? []);
  if (named.length > 0) return named.length === 1 ? labelIn(named[0] ?? "", labels) : null;
  return labelIn(verdict, labels) ?? headingLabel(verdict, labels);
}

/**
 * Reads the line "Position: LABEL" of a judge that wrote its own answer, and takes it off the verdict. It stands
 * outside of the answer section or at its start, and may be repeated. The label is `null` if there is no such line,
 * if it says "none", or if there are different ones.
 */
export function splitStatedLabel(
  verdict: string,
  labels: readonly string[],
  mark?: string,
): { label: string | null; rest: string } {
  const { sections, outside } = readSections(verdict, mark);
  const places = [...outside.split("\n"), ...sections.map((text) => text.trim().split("\n", 1)[0])];
  const lines = places.flatMap((line = "") => {
    const named = POSITION.exec(line)?.[1] ?? "";
    const label = labelIn(named, labels) ?? labelIn(named.toLowerCase(), [NO_POSITION]);
    return label === null ? [] : [{ line: line.trim(), label }];
  });
  const [label = null, ...otherLabels] = new Set(lines.map((line) => line.label));
  if (label === null || otherLabels.length > 0) return { label: null, rest: verdict };
  const stated = new Set(lines.map(({ line }) => line));
  const rest = verdict.split("\n").filter((line) => !stated.has(line.trim()));
  return { label: labels.includes(label) ? label : null, rest: rest.join("\n") };
}

/** Label of a judge whose answer is no member's position. */
const NO_POSITION = "none";

/** Line of the judge's own text, not of a quotation. */
const POSITION = /^[\s*_#`-]{0,9}position[\s*_`"]{0,9}:(.*)$/i;
const WINNER = /^[\s*_#`-]{0,9}winner[\s*_`"]{0,9}:(.*)$/i;

/** Characters around a label that aren't part of it. */
const LABEL_DECORATION = "*_`#[]<>()\"'“”‘’-";

/** The label that fills a text. */
function labelIn(text: string, labels: readonly string[]): string | null {
  const trimmed = text.trim();
  if (labels.includes(trimmed)) return trimmed;
  const bare = withoutAround(trimmed.replace(/\.$/, ""));
  return labels.find((label) => label === bare || `${label}.` === bare) ?? null;
}

function withoutAround(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isAround(text, from)) from += 1;
  while (to > from && isAround(text, to - 1)) to -= 1;
  return text.slice(from, to);
}

function isAround(text: string, at: number): boolean {
  const char = text[at] ?? "";
  return LABEL_DECORATION.includes(char) || char.trim() === "";
}

/** The label that a reply begins with, before a colon. */
function headingLabel(text: string, labels: readonly string[]): string | null {
  const before = text.search(/[\p{L}\p{N}]/u);
  const first = labels.find((label) => {
    const at = text.indexOf(label);
    return at >= 0 && (before < 0 || at <= before) && isBeforeColon(text, at + label.length);
  });
  if (first === undefined || withoutAround(text.slice(0, text.indexOf(first))) !== "") return null;
  return labels.some((label) => label !== first && hasColon(text, label)) ? null : first;
}

function hasColon(text: string, label: string): boolean {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    const joined = /[\p{L}\p{N}_]/u.test(text[at - 1] ?? "") && /^[\p{L}\p{N}_]/u.test(label);
    if (!joined && isBeforeColon(text, at + label.length)) return true;
  }
  return false;
}

/** Emphasis and quotation marks may be closed before the colon. */
const MAX_CLOSING_CHARACTERS = 9;

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (at < end + MAX_CLOSING_CHARACTERS && isAround(text, at)) at += 1;
  return text[at] === ":";
}
