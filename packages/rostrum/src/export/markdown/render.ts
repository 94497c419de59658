import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { PartialResult, WhatIf } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";
import { asRecord, type Exportable } from "../as-record.ts";
import { certaintyRows, ownEstimateRows, ownEstimateWords } from "../certainty.ts";
import { contextLines } from "../files.ts";
import { noticesOf } from "../notices.ts";
import {
  agreementWords,
  answerOrText,
  answerWords,
  attemptsWords,
  basisWords,
  CHEAPER_METHODS,
  counted,
  duration,
  methodWords,
  money,
  clarifiedWords,
  reviewWords,
  statusWords,
  stopWords,
  swapWords,
  thousands,
  rankingRows,
} from "../phrases.ts";
import { quotesIn, quotesInJudgment } from "../quotes.ts";
import { riskRows } from "../risk-words.ts";
import { groupedByWords, hasWordings, wordingGroups } from "../wordings.ts";
import {
  findingParts,
  citationParts,
  claimParts,
  cruxParts,
  memoParts,
  proseQuoteParts,
} from "./open-questions.ts";
import { inlineText, quotation } from "./escape.ts";

/** A debate as a Markdown document. What models wrote is quoted, so it can't be mistaken for the document's own text. */
export function toMarkdown(source: Exportable): string {
  const record = asRecord(source);
  const { result } = record;
  const parts = [
    "# Debate",
    quotation(result.question),
    ...context(record),
    ...notices(record),
    "## Answer",
    quotation(answerOrText(result) || "(none)"),
    facts(result).join("\n"),
    ...review(record),
    ...memoParts(result),
    ...claimParts(result),
    ...findingParts(result),
    ...tally(result),
    ...ranking(result),
    ...dissent(result),
    ...result.rounds.flatMap((round, place) => roundParts(record, round, place)),
    ...judgment(record),
    ...whatIf(result),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function notices(record: DebateRecord): string[] {
  return noticesOf(record).map(({ title, details }) =>
    [`**${inlineText(title)}**`, ...details.map((detail) => `- ${inlineText(detail)}`)].join("\n"),
  );
}

function facts(result: PartialResult): string[] {
  const { usage } = result;
  const rows: [string, string][] = [
    ...certaintyRows(result),
    [
      "Decided by",
      `${methodWords(result.decision.method)}, answers compared ${basisWords(result.decision.basis)}`,
    ],
    ["Stopped because", stopWords(result.stopReason)],
    ...(result.swap ? [["Swapped", swapWords(result.swap)] as [string, string]] : []),
    ...riskRows(result),
    ...ownEstimateRows(result),
    ["Cost", `${money(result.costUsd)}, ${counted(usage.calls, "call")}, ${tokens(usage)}`],
    ["Time", duration(result.durationMs)],
    ["Run", result.id],
  ];
  return rows.map(([name, value]) => `- ${name}: ${inlineText(value)}`);
}

function tokens({ inputTokens, outputTokens }: PartialResult["usage"]): string {
  if (inputTokens === null || outputTokens === null) return "unknown tokens";
  return `${counted(inputTokens, "token")} in, ${thousands(outputTokens)} out`;
}

function tally({ decision }: PartialResult): string[] {
  if (decision.tally.length === 0) return [];
  const rows = decision.tally.map(
    ({ answer, votes, debaters }) =>
      `| ${inlineText(answer)} | ${votes} | ${debaters.map(inlineText).join(", ")} |`,
  );
  return ["## Votes", ["| answer | votes | debaters |", "| --- | --- | --- |", ...rows].join("\n")];
}

function ranking(result: PartialResult): string[] {
  const rows = rankingRows(result).map(
    ({ debater, points, range }) => `| ${inlineText(debater)} | ${points} | ${range} |`,
  );
  if (rows.length === 0) return [];
  const head = ["| debater | points | 95% of resampled ballots |", "| --- | --- | --- |"];
  return ["## Ranking", [...head, ...rows].join("\n")];
}

function dissent({ dissent: positions }: PartialResult): string[] {
  if (positions.length === 0) return [];
  return [
    "## Dissent",
    ...positions.flatMap((position) => [
      `${inlineText(position.debater)} answers:`,
      quotation(answerWords(position.answer) || "(no answer)"),
    ]),
  ];
}

function review({ result: { review: said }, reviewed }: DebateRecord): string[] {
  if (!said) return [];
  return [
    "## Review",
    inlineText(reviewWords(said, reviewed)),
    ...(said.reason ? [quotation(said.reason)] : []),
  ];
}

/** The documents and files that came with the question, by name. */
function context({ started }: DebateRecord): string[] {
  const lines = contextLines(started?.context).map((line) => `- ${inlineText(line)}`);
  return lines.length === 0 ? [] : ["Context:", lines.join("\n")];
}

function roundParts(
  record: DebateRecord,
  { index, agreement, positions }: Round,
  place: number,
): string[] {
  const { result } = record;
  const heading = index === 0 ? "Round 0, independent" : `Round ${index}`;
  return [
    `## ${heading}: ${agreementWords(agreement)}`,
    ...cruxParts(result, index),
    ...wordings(result.rounds, place),
    ...positions.flatMap((position) => positionParts(position, quotesIn(record, position))),
  ];
}

/** Which wordings count as one answer, where somebody had to tell. */
function wordings(rounds: readonly Round[], place: number): string[] {
  if (!hasWordings(rounds, place)) return [];
  const lines = wordingGroups(rounds, place).map((group) => {
    const words = group.wordings.map(({ text }) => inlineText(text)).join(" = ");
    const notes = [groupedByWords(group), group.label && `label: ${group.label}`].filter(Boolean);
    return `- ${words}${notes.length > 0 ? ` (${inlineText(notes.join("; "))})` : ""}`;
  });
  return ["Answers and their wordings:", lines.join("\n")];
}

/** The heading contains only our words; what the member said follows as quotations. */
function positionParts(position: Position, quotes: readonly Citation[]): string[] {
  const { debater, status, answer, changed, text, error, side } = position;
  const notes = [
    statusWords(position),
    changed ? "changed" : "",
    clarifiedWords(position),
    attemptsWords(position),
    ownEstimateWords(position),
    side === undefined ? "" : "argues for the answer given to it",
  ].filter((note) => note !== "");
  const head = `### ${inlineText(notes.length === 0 ? debater : `${debater} (${notes.join(", ")})`)}`;
  if (status === "failed") return [head, quotation(error ?? "")];
  const answered = answer === null ? [] : ["Answer:", quotation(answer)];
  const replied = status === "spoke" || status === "unread" ? ["Reply:", quotation(text)] : [];
  return [head, ...answered, ...replied, ...proseQuoteParts(quotes)];
}

function judgment(record: DebateRecord): string[] {
  const { judgment: text, citations } = record.result.decision;
  if (text === undefined) return [];
  return [
    "## The judge",
    quotation(text),
    ...citationParts(citations),
    ...proseQuoteParts(quotesInJudgment(record)),
  ];
}

function whatIf({ whatIf: { single, bestSingle, roundZeroVote } }: PartialResult): string[] {
  const rows: [string, WhatIf | undefined][] = [
    ["the first debater alone", single],
    ["the most confident debater", bestSingle],
    ["the vote of round 0", roundZeroVote],
  ];
  const lines = rows.flatMap(([name, would]) =>
    would === undefined
      ? []
      : [
          `| ${name} | ${inlineText(would.answer ?? "(none)")} | ${would.calls} | ${inlineText(money(would.usd))} |`,
        ],
  );
  const table = ["| instead | answer | calls | cost |", "| --- | --- | --- | --- |", ...lines];
  return [`## ${CHEAPER_METHODS}`, table.join("\n")];
}
