import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import { numberAnswers } from "./answer-numbers.ts";
import { toRecord, type Exportable } from "./as-record.ts";
import { listNotices } from "./notices.ts";
import {
  describeAgreement,
  formatAnswer,
  describeMethod,
  describePositionStatus,
} from "./phrases.ts";
import { clipLine } from "../visible.ts";

/** One border color per answer; answers beyond the palette share the last one. */
const PALETTE = ["#2f6fde", "#c2410c", "#15803d", "#7c3aed", "#a16207"];

/** A debate as a Mermaid flowchart: one column per round, one color per answer, a thick arrow for a changed answer. */
export function toMermaid(source: Exportable): string {
  const record = toRecord(source);
  const { result } = record;
  const numbers = numberAnswers(result.rounds);
  const lines = [
    "flowchart LR",
    `  question["${escapeLabel(result.question)}"]`,
    ...result.rounds.flatMap((round, index) => formatRound(round, numbers[index] ?? [])),
    ...listNotices(record).map(({ title }, index) => `  notice${index}{{"${escapeLabel(title)}"}}`),
    ...formatDecision(result),
    ...result.rounds.flatMap((round) => formatEdges(round, result.rounds[round.index - 1])),
    ...PALETTE.map((colour, index) => `  classDef c${index} stroke:${colour},stroke-width:3px`),
    "  classDef silent stroke-dasharray:4 4",
  ];
  return `${lines.join("\n")}\n`;
}

function formatRound(
  { index, positions, agreement }: Round,
  numbers: readonly (number | null)[],
): string[] {
  return [
    `  subgraph round${index}["round ${index} · ${escapeLabel(describeAgreement(agreement))}"]`,
    ...positions.map((position, member) => {
      const label = `${position.debater}: ${position.label ?? position.headline ?? describePositionStatus(position)}`;
      const number = numbers[member] ?? null;
      const kind = number === null ? "silent" : `c${Math.min(number, PALETTE.length - 1)}`;
      return `    ${makeNodeId(index, member)}["${escapeLabel(label)}"]:::${kind}`;
    }),
    "  end",
  ];
}

function formatEdges(round: Round, before: Round | undefined): string[] {
  return round.positions.map((position, member) => {
    const from = before === undefined ? "question" : makeNodeId(before.index, member);
    return `  ${from} ${position.changed ? "==>" : "-->"} ${makeNodeId(round.index, member)}`;
  });
}

function formatDecision({
  decision,
  answer,
  headline,
  unit,
  rounds,
  winner,
}: PartialResult): string[] {
  const last = rounds.at(-1);
  const lines = [
    `  answer(["${escapeLabel(headline ?? (formatAnswer(answer, unit) || "no answer"))}"])`,
  ];
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

const LONGEST = 60;
/** Letters, digits and marks of any script, and the signs that mean nothing to Mermaid. */
const PLAIN = /[^\p{L}\p{M}\p{N} .,]/gu;

/** Text inside a quoted Mermaid label: everything else is an entity, so it can't end the label or mean anything. */
export function escapeLabel(text: string): string {
  return clipLine(text, LONGEST).replace(PLAIN, (character) => `#${character.codePointAt(0)};`);
}
