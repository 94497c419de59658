import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import { findAnswerLabel } from "../record/answer-label.ts";
import { numberAnswers } from "./answer-numbers.ts";
import { toRecord, type Exportable } from "./as-record.ts";
import { listNotices } from "./notices.ts";
import {
  describeAgreement,
  nameReviewRound,
  nameRound,
  formatAnswer,
  describeMethod,
  describePositionStatus,
} from "./phrases.ts";
import { clipLine } from "../visible.ts";

/** Border colors by answer. Answers beyond the palette share the last color. */
const PALETTE = ["#2f6fde", "#c2410c", "#15803d", "#7c3aed", "#a16207"];

/**
 * A debate as a Mermaid flowchart: a column per round, a color per answer, a thick arrow for a changed
 * answer.
 */
export function toMermaid(source: Exportable): string {
  const record = toRecord(source);
  const { result } = record;
  const numbers = numberAnswers(result.rounds);
  const lines = [
    "flowchart LR",
    `  question["${escapeLabel(result.question)}"]`,
    ...result.rounds.flatMap((round, index) =>
      formatRound(round, numbers[index] ?? [], titleRound(round, result)),
    ),
    ...listNotices(record).map(({ title }, index) => `  notice${index}{{"${escapeLabel(title)}"}}`),
    ...formatDecision(result),
    ...result.rounds.flatMap((round) => formatEdges(round, result.rounds[round.index - 1])),
    ...PALETTE.map((colour, index) => `  classDef c${index} stroke:${colour},stroke-width:3px`),
    "  classDef silent stroke-dasharray:4 4",
  ];
  return `${lines.join("\n")}\n`;
}

function titleRound(round: Round, result: PartialResult): string {
  if (result.findings !== undefined) return nameReviewRound(round.index);
  return `${nameRound(round.index)} · ${describeAgreement(result.rounds.slice(0, round.index + 1))}`;
}

function formatRound(
  { index, positions }: Round,
  numbers: readonly (number | null)[],
  title: string,
): string[] {
  return [
    `  subgraph round${index}["${escapeLabel(title)}"]`,
    ...positions.map((position, member) => {
      const label = `${position.debater}: ${position.label ?? position.headline ?? describePositionStatus(position)}`;
      const number = numbers[member] ?? null;
      const kind = number === null ? "silent" : `c${Math.min(number, PALETTE.length - 1)}`;
      return `    ${makeNodeId(index, member)}["${escapeLabel(label)}"]:::${kind}`;
    }),
    "  end",
  ];
}

function formatEdges(round: Round, previousRound: Round | undefined): string[] {
  return round.positions.map((position, member) => {
    const from = previousRound === undefined ? "question" : makeNodeId(previousRound.index, member);
    return `  ${from} ${position.changed ? "==>" : "-->"} ${makeNodeId(round.index, member)}`;
  });
}

function formatDecision(result: PartialResult): string[] {
  const { decision, answer, headline, unit, rounds, winner } = result;
  const last = rounds.at(-1);
  const words = findAnswerLabel(result) ?? headline ?? formatAnswer(answer, unit);
  const lines = [`  answer(["${escapeLabel(words || "no answer")}"])`];
  if (last === undefined) return [...lines, "  question --> answer"];
  const arrow = `-- "${escapeLabel(describeMethod(decision.method))}" -->`;
  const speaker = last.positions.findIndex(({ debater }) => debater === winner);
  lines.push(
    `  ${speaker < 0 ? `round${last.index}` : makeNodeId(last.index, speaker)} ${arrow} answer`,
  );
  return lines;
}

function makeNodeId(round: number, member: number): string {
  return `r${round}m${member}`;
}

const MAX_LABEL_CHARS = 60;
/**
 * Matches everything but letters, digits and marks of any script, and characters without a meaning in
 * Mermaid.
 */
const SPECIAL_CHARACTER = /[^\p{L}\p{M}\p{N} .,]/gu;

/** Text for a quoted Mermaid label. Special characters become entities, so that they can't end the label. */
function escapeLabel(text: string): string {
  return clipLine(text, MAX_LABEL_CHARS).replace(
    SPECIAL_CHARACTER,
    (character) => `#${character.codePointAt(0)};`,
  );
}
