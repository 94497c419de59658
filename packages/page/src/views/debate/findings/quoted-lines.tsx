import type { VNode } from "preact";
import type { Citation } from "@rostrum/core/protocol";
import { readDiff } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import type { ReviewedDocument } from "@rostrum/core/export";

interface QuotedLinesProps {
  quote: Citation;
  documents: readonly ReviewedDocument[];
}

/** Lines of context before and after a passage. */
const CONTEXT_LINES = 2;
/** Longer passages are cut in the middle. */
const MAX_QUOTED_LINES = 14;

/** A quoted passage in its numbered lines. Words that aren't at the cited place are struck through. */
export function QuotedLines({ quote, documents }: QuotedLinesProps): VNode {
  const source = documents.find(({ document }) => document === (quote.document ?? ""));
  if (!quote.verified || quote.at === null || !source) return <Quoted quote={quote} />;
  const lines = findLines(source.text, quote.at);
  const width = Math.max(...lines.map(({ number }) => String(number ?? "").length));
  return (
    <div class="quoted-lines" role="group" aria-label="Quoted lines" tabIndex={0}>
      <pre class="said">
        {lines.map(({ number, before, marked, after }) => (
          <div class={marked === "" ? "line" : "line line-marked"}>
            <span class="line-number" aria-hidden="true">
              {String(number ?? "").padStart(width)}
            </span>
            <code>
              {escapeInvisible(before)}
              {marked !== "" && <mark>{escapeInvisible(marked)}</mark>}
              {escapeInvisible(after)}
            </code>
          </div>
        ))}
      </pre>
    </div>
  );
}

/** A quote without its lines, because they are unknown. */
export function Quoted({ quote: { text, verified, document } }: { quote: Citation }): VNode {
  return (
    <blockquote class="finding-quote said">
      {verified ? escapeInvisible(text) : <s>{escapeInvisible(text)}</s>}
      <span class="dim small">
        {verified
          ? document === undefined
            ? ""
            : ` ${escapeInvisible(document)}`
          : " not in the material"}
      </span>
    </blockquote>
  );
}

interface QuotedLine {
  /** One-based line in the new version of the file. Null for removed lines and for headers of a diff. */
  number: number | null;
  before: string;
  /** Quoted part of the line. */
  marked: string;
  after: string;
}

/** Splits a passage and its surroundings into lines, each with its quoted part. */
export function findLines(text: string, [from, to]: readonly [number, number]): QuotedLine[] {
  const lines: (QuotedLine & { start: number; end: number })[] = [];
  const diff = readDiff(text);
  let start = 0;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const end = start + line.length;
    const cut = (position: number): number => Math.min(Math.max(position - start, 0), line.length);
    const isIn = from <= end && to > start;
    lines.push({
      number: diff === null ? index + 1 : (diff[index]?.line ?? null),
      before: isIn ? line.slice(0, cut(from)) : line,
      marked: isIn ? line.slice(cut(from), cut(to)) : "",
      after: isIn ? line.slice(cut(to)) : "",
      start,
      end,
    });
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  const first = lines.findIndex(({ end }) => end >= from);
  const last = lines.findLastIndex(({ start: begin }) => begin < to);
  const visibleLines = lines.slice(Math.max(0, first - CONTEXT_LINES), last + 1 + CONTEXT_LINES);
  return visibleLines.length <= MAX_QUOTED_LINES + 2 * CONTEXT_LINES
    ? visibleLines
    : visibleLines.slice(0, MAX_QUOTED_LINES);
}
