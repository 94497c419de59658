import {
  answerMark,
  answerNumbers,
  answerWords,
  claimWords,
  cruxOf,
  cruxWords,
  memoSections,
  oneLine,
  ownEstimateWords,
  agreementWords,
  attemptsWords,
  clarifiedWords,
  reviewWords,
  sidesWords,
  statusWords,
  visible,
} from "../../export/index.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { DebateRecord } from "../../record/index.ts";
import type { Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";
import { noticeLines, summaryLines } from "./lines.ts";

const MARGIN = "    ";

/** A whole debate for the terminal. What models wrote has a margin that our own text doesn't have. */
export function transcript(record: DebateRecord, style: Style, columns: number): string[] {
  const { result, started } = record;
  const said = (text: string): string[] =>
    wrap(visible(text).trim(), columns - MARGIN.length).map((line) => MARGIN + line);
  const numbers = answerNumbers(result.rounds);
  const panel = (started?.panel ?? [])
    .map(({ name, model }) => `${oneLine(name)} (${oneLine(model)})`)
    .join(", ");
  return [
    style.bold("Question"),
    ...said(result.question),
    ...(panel === "" ? [] : [style.dim(`panel: ${panel}`)]),
    "",
    ...result.rounds.flatMap((round, index) => [
      ...cruxLines(result, index, said, style),
      ...roundLines(round, numbers[index] ?? [], said, style),
    ]),
    ...(result.decision.judgment === undefined
      ? []
      : [style.bold("Judge"), ...said(result.decision.judgment), ""]),
    ...memoLines(result, said, style),
    ...noticeLines(record, style),
    style.bold("Answer"),
    ...said(answerWords(result.answer, result.unit) || "(none)"),
    "",
    ...(result.review ? [reviewWords(result.review, record.reviewed), ""] : []),
    ...summaryLines(result, style),
  ];
}

/** The claim that a round began with, between it and the round before. */
function cruxLines(
  result: DebateRecord["result"],
  round: number,
  said: (text: string) => string[],
  style: Style,
): string[] {
  const crux = cruxOf(result, round);
  if (crux === null) return [];
  return [
    style.bold(`Crux of round ${round}`),
    ...said(crux.claim),
    style.dim(oneLine(cruxWords(crux))),
    "",
  ];
}

function memoLines(
  result: DebateRecord["result"],
  said: (text: string) => string[],
  style: Style,
): string[] {
  const { memo, claims = [] } = result;
  const listed = claims.flatMap((claim) => [
    `${claimWords(claim, result)} (${oneLine(sidesWords(claim))})`,
    ...said(claim.text),
  ]);
  const written = (memo ? memoSections(memo) : []).flatMap(({ title, items }) => [
    title,
    ...items.flatMap(({ text, more }) => [text, ...more].flatMap(said)),
  ]);
  return [
    ...(listed.length === 0 ? [] : [style.bold("Claims"), ...listed, ""]),
    ...(written.length === 0 ? [] : [style.bold("Memo"), ...written, ""]),
  ];
}

function roundLines(
  { index, agreement, positions }: Round,
  numbers: readonly (number | null)[],
  said: (text: string) => string[],
  style: Style,
): string[] {
  const head = `Round ${index}${index === 0 ? ", independent" : ""}: ${agreementWords(agreement)}`;
  const members = positions.flatMap((position, member) => [
    positionHead(position, numbers[member] ?? null, style),
    ...words(position, said),
    "",
  ]);
  return [style.bold(head), ...members];
}

function positionHead(position: Position, number: number | null, style: Style): string {
  const { debater, answer, changed } = position;
  const mark = number === null ? "–" : style.answer(number, `#${answerMark(number)}`);
  const notes = [
    statusWords(position),
    changed ? "changed" : "",
    clarifiedWords(position),
    attemptsWords(position),
    ownEstimateWords(position),
  ].filter((note) => note !== "");
  const head = [`${mark} ${style.bold(oneLine(debater))}`, ...notes].join(", ");
  return answer === null ? head : `${head}: ${oneLine(answer)}`;
}

function words({ status, text, error }: Position, said: (text: string) => string[]): string[] {
  if (status === "failed") return said(error ?? "");
  return status === "spoke" || status === "unread" ? said(text) : [];
}
