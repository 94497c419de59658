import { alignQuote, createQuotable, type QuotableText } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import { createQuoteSources, readDiff, type DiffLine } from "../../record/index.ts";
import type { DebateState } from "../state.ts";

/** Looks up where a quote stands. */
export type FindQuote = (quote: string) => Citation;

/**
 * Findings may quote the material. Without any, the text to review stands in the question; next to material,
 * words of the question prove nothing. A diff is also read as the text before the change and the text after it,
 * since whoever quotes code from it leaves out the + and - of its lines.
 */
export function createQuoteFinder({ task, ports }: DebateState): FindQuote {
  const context = createQuoteSources(ports.rounds, task.material).context();
  const texts =
    context.length > 0 ? context : [createQuotable({ source: "context" }, task.question)];
  const sides = texts.flatMap(readSides);
  return (quote) => {
    const whole = alignQuote(quote, texts);
    if (whole.verified) return whole;
    for (const { text, findInDiff } of sides) {
      const { at, ...found } = alignQuote(quote, [text]);
      if (at !== null) return { ...found, at: findInDiff(at) };
    }
    return whole;
  };
}

/** A piece of a file before the change that a diff shows, or after it. */
interface DiffSide {
  text: QuotableText;
  /** The place in the diff of a part of this text. */
  findInDiff(at: [from: number, to: number]): [from: number, to: number];
}

/** Each piece is apart, so that nothing is found that runs from one into another. */
function readSides({ of, text }: QuotableText): DiffSide[] {
  const pieces: DiffLine[][] = [[]];
  for (const line of readDiff(text) ?? []) {
    if (line === null) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  const isOn = [({ line }: DiffLine) => line !== null, ({ wasThere }: DiffLine) => wasThere];
  return pieces.flatMap((piece) => isOn.map((side) => joinSide(of, text, piece.filter(side))));
}

function joinSide(of: QuotableText["of"], diff: string, lines: readonly DiffLine[]): DiffSide {
  const starts: number[] = [];
  let joined = "";
  for (const { from, to } of lines) {
    starts.push(joined.length);
    joined += `${diff.slice(from, to)}\n`;
  }
  const findPlace = (at: number): number => {
    const row = starts.findLastIndex((start) => start <= at);
    return (lines[row]?.from ?? 0) + at - (starts[row] ?? 0);
  };
  return {
    text: createQuotable(of, joined, "code"),
    // The last character is looked up, since the place after it may be in another line.
    findInDiff: ([from, to]) => [findPlace(from), findPlace(to - 1) + 1],
  };
}
