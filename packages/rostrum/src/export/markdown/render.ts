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
import { listContext } from "../files.ts";
import { noticesOf } from "../notices.ts";
import { agreementWords, answerOrText, answerWords, reviewWords } from "../phrases.ts";
import { quotesIn, quotesInJudgment } from "../quotes.ts";
import { hasWordings, listGroupNotes, wordingGroups } from "../wordings.ts";
import {
  formatFindings,
  formatCitations,
  formatClaims,
  formatCrux,
  formatMemo,
  formatProseQuotes,
} from "./open-questions.ts";
import { escapeInline, escapeQuotation } from "./escape.ts";

/** A debate as a Markdown document. What models wrote is quoted, so it can't be mistaken for the document's own text. */
export function toMarkdown(source: Exportable): string {
  const record = asRecord(source);
  const { result } = record;
  const parts = [
    "# Debate",
    escapeQuotation(result.question),
    ...formatContext(record),
    ...formatNotices(record),
    "## Answer",
    escapeQuotation(answerOrText(result) || "(none)"),
    formatFacts(record).join("\n"),
    ...formatReview(record),
    ...formatMemo(result),
    ...formatClaims(result),
    ...formatFindings(result),
    ...formatTable(makeVotesTable(result)),
    ...formatTable(makeRankingTable(result)),
    ...formatDissent(result),
    ...result.rounds.flatMap((round, place) => formatRound(record, round, place)),
    ...formatJudgment(record),
    ...formatTable(makeCheaperMethodsTable(result)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function formatNotices(record: DebateRecord): string[] {
  return noticesOf(record).map(({ title, details }) =>
    [`**${escapeInline(title)}**`, ...details.map((detail) => `- ${escapeInline(detail)}`)].join(
      "\n",
    ),
  );
}

function formatFacts(record: DebateRecord): string[] {
  return listFacts(record).map(([name, words]) => `- ${name}: ${escapeInline(words)}`);
}

function formatTable({ title, names, rows }: Table): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  const body = rows.map((row) => line(row.map((cell) => escapeInline(String(cell)))));
  return [`## ${title}`, [line(names), line(names.map(() => "---")), ...body].join("\n")];
}

function formatDissent({ dissent: positions }: PartialResult): string[] {
  if (positions.length === 0) return [];
  return [
    "## Dissent",
    ...positions.flatMap((position) => [
      `${escapeInline(position.debater)} answers:`,
      escapeQuotation(answerWords(position.answer) || "(no answer)"),
    ]),
  ];
}

function formatReview({ result: { review: said }, reviewed }: DebateRecord): string[] {
  if (!said) return [];
  return [
    "## Review",
    escapeInline(reviewWords(said, reviewed)),
    ...(said.reason ? [escapeQuotation(said.reason)] : []),
  ];
}

/** The documents and files that came with the question, by name. */
function formatContext({ started }: DebateRecord): string[] {
  const lines = listContext(started?.context).map((line) => `- ${escapeInline(line)}`);
  return lines.length === 0 ? [] : ["Context:", lines.join("\n")];
}

function formatRound(
  record: DebateRecord,
  { index, agreement, positions }: Round,
  place: number,
): string[] {
  const { result } = record;
  const heading = index === 0 ? "Round 0, independent" : `Round ${index}`;
  return [
    `## ${heading}: ${agreementWords(agreement)}`,
    ...formatCrux(result, index),
    ...formatWordings(result.rounds, place),
    ...positions.flatMap((position) => formatPosition(position, quotesIn(record, position))),
  ];
}

/** Which wordings count as one answer, where somebody had to tell. */
function formatWordings(rounds: readonly Round[], place: number): string[] {
  if (!hasWordings(rounds, place)) return [];
  const lines = wordingGroups(rounds, place).map((group) => {
    const words = group.wordings.map(({ text }) => escapeInline(text)).join(" = ");
    const notes = listGroupNotes(group);
    return `- ${words}${notes.length > 0 ? ` (${escapeInline(notes.join("; "))})` : ""}`;
  });
  return ["Answers and their wordings:", lines.join("\n")];
}

/** The heading contains only our words; what the member said follows as quotations. */
function formatPosition(position: Position, quotes: readonly Citation[]): string[] {
  const { debater, status, answer, text, error, side } = position;
  const notes = [
    ...listPositionNotes(position),
    ...(side === undefined ? [] : ["argues for the answer given to it"]),
  ];
  const head = `### ${escapeInline(notes.length === 0 ? debater : `${debater} (${notes.join(", ")})`)}`;
  if (status === "failed") return [head, escapeQuotation(error ?? "")];
  const answered = answer === null ? [] : ["Answer:", escapeQuotation(answer)];
  const replied =
    status === "spoke" || status === "unread" ? ["Reply:", escapeQuotation(text)] : [];
  return [head, ...answered, ...replied, ...formatProseQuotes(quotes)];
}

function formatJudgment(record: DebateRecord): string[] {
  const { judgment: text, citations } = record.result.decision;
  if (text === undefined) return [];
  return [
    "## The judge",
    escapeQuotation(text),
    ...formatCitations(citations),
    ...formatProseQuotes(quotesInJudgment(record)),
  ];
}
