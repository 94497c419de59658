import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";
import { asRecord, type Exportable } from "../as-record.ts";
import {
  listFacts,
  listPositionNotes,
  makeCheaperMethodsTable,
  makeRankingTable,
  makeVotesTable,
  type Table,
} from "../facts.ts";
import { contextLines } from "../files.ts";
import { noticesOf } from "../notices.ts";
import { agreementWords, answerOrText, answerWords, reviewWords } from "../phrases.ts";
import { quotesIn, quotesInJudgment } from "../quotes.ts";
import { hasWordings, listGroupNotes, wordingGroups } from "../wordings.ts";
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
    facts(record).join("\n"),
    ...review(record),
    ...memoParts(result),
    ...claimParts(result),
    ...findingParts(result),
    ...table(makeVotesTable(result)),
    ...table(makeRankingTable(result)),
    ...dissent(result),
    ...result.rounds.flatMap((round, place) => roundParts(record, round, place)),
    ...judgment(record),
    ...table(makeCheaperMethodsTable(result)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function notices(record: DebateRecord): string[] {
  return noticesOf(record).map(({ title, details }) =>
    [`**${inlineText(title)}**`, ...details.map((detail) => `- ${inlineText(detail)}`)].join("\n"),
  );
}

function facts(record: DebateRecord): string[] {
  return listFacts(record).map(([name, words]) => `- ${name}: ${inlineText(words)}`);
}

function table({ title, names, rows }: Table): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  const body = rows.map((row) => line(row.map((cell) => inlineText(String(cell)))));
  return [`## ${title}`, [line(names), line(names.map(() => "---")), ...body].join("\n")];
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
    const notes = listGroupNotes(group);
    return `- ${words}${notes.length > 0 ? ` (${inlineText(notes.join("; "))})` : ""}`;
  });
  return ["Answers and their wordings:", lines.join("\n")];
}

/** The heading contains only our words; what the member said follows as quotations. */
function positionParts(position: Position, quotes: readonly Citation[]): string[] {
  const { debater, status, answer, text, error, side } = position;
  const notes = [
    ...listPositionNotes(position),
    ...(side === undefined ? [] : ["argues for the answer given to it"]),
  ];
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
