import type { Citation } from "../../protocol/citation.ts";
import type { Round } from "../../protocol/position.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { listToolDocuments } from "../../record/quotes/sources.ts";
import { readDiff } from "../../record/read-diff.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import type { Quote } from "../prompts/marks.ts";

/** Lines shown on each side of a quote. */
const CONTEXT_LINES = 25;
/** Gaps of up to this many lines are shown too. */
const MAX_GAP = 8;

/** Texts of a review by name, including those that tools returned. */
export function listTexts(
  material: readonly RecordedItem[],
  rounds: readonly Round[],
): { document: string | undefined; text: string }[] {
  return [
    ...material.flatMap((item) => {
      const original = readOriginalText(item);
      return original === null ? [] : [{ document: original.of.document, text: original.text }];
    }),
    ...listToolDocuments(rounds),
  ];
}

/** Shows the lines around quotes, so that a member that has read the material doesn't need all of it again. */
export function quoteExcerpts(
  texts: readonly { document: string | undefined; text: string }[],
  citations: readonly Citation[],
): Quote[] {
  return texts.flatMap(({ document, text }) => {
    const ranges = citations.flatMap(({ document: cited, at, verified }) =>
      verified && at !== null && cited === document ? [at] : [],
    );
    return ranges.length === 0 ? [] : cutText(document ?? "material", text, ranges);
  });
}

type LineRange = [first: number, last: number];

function cutText(
  name: string,
  text: string,
  ranges: readonly (readonly [number, number])[],
): Quote[] {
  const lines = text.split("\n");
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  const lineAt = (offset: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
  const quotedRanges = ranges
    .map(([from, to]): LineRange => [
      Math.max(0, lineAt(from) - CONTEXT_LINES),
      Math.min(lines.length - 1, lineAt(Math.max(from, to - 1)) + CONTEXT_LINES),
    ])
    .sort((a, b) => a[0] - b[0]);
  const joined: LineRange[] = [];
  for (const range of quotedRanges) {
    const last = joined.at(-1);
    if (last && range[0] <= last[1] + MAX_GAP) last[1] = Math.max(last[1], range[1]);
    else joined.push([...range]);
  }
  const numbers = numberLines(text);
  return joined.map(([first, last]) => {
    const isWhole = first === 0 && last === lines.length - 1;
    const place = isWhole ? "" : `, lines ${numbers(first, 1)} to ${numbers(last, -1)}`;
    return { label: `${name}${place}`, text: lines.slice(first, last + 1).join("\n") };
  });
}

/** Line numbers as an editor shows them; in a diff, those of the new file. */
function numberLines(text: string): (index: number, step: 1 | -1) => number {
  const diff = readDiff(text);
  return (index, step) => {
    if (diff === null) return index + 1;
    for (let at = index; at >= 0 && at < diff.length; at += step) {
      const line = diff[at]?.line;
      if (line !== null && line !== undefined) return line;
    }
    return index + 1;
  };
}
