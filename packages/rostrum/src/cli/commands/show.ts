import type { Command } from "commander";
import { chainWords } from "../../api/index.ts";
import {
  oneLine,
  visibleJson,
  answerMark,
  answerNumbers,
  answerWords,
  claimWords,
  cruxOf,
  cruxWords,
  listPositionNotes,
  memoSections,
  agreementWords,
  reviewWords,
  sidesWords,
  visible,
} from "../../export/index.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import { readRun } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { Style } from "../terminal/style.ts";
import { formatNotices, formatSummary } from "../report/lines.ts";

interface Flags {
  json?: boolean;
  events?: boolean;
  journal?: string;
}

/** `rostrum show [id]` */
export function command(context: Context): Command {
  const cmd = newCommand("show", "Show a past debate, from question to answer.", context)
    .argument("[id]", "id of the run, or its beginning (the latest run)")
    .option("--json", "the result as JSON")
    .option("--events", "the events as lines of JSON")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)");
  return cmd.action(async (wanted: string | undefined) => {
    const { journal: path, json, events } = cmd.opts<Flags>();
    const { print, stdoutStyle, io } = context.output;
    const run = await readRun(path, wanted);
    const stored = run?.events ?? [];
    const record = fold(stored);
    const chain = run === undefined || json || events ? null : chainWords(run);
    if (chain !== null) print(`${oneLine(chain)}\n`);
    else if (events) print(stored.map((event) => `${visibleJson(event)}\n`).join(""));
    else if (json) print(`${visibleJson(record.result, 2)}\n`);
    else {
      const columns = getTerminalColumns(io.stdout) ?? 100;
      print(`${formatTranscript(record, stdoutStyle, columns).join("\n")}\n`);
    }
  });
}

const MARGIN = "    ";

/** A whole debate for the terminal. What models wrote has a margin that our own text doesn't have. */
function formatTranscript(record: DebateRecord, style: Style, columns: number): string[] {
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
      ...formatCrux(result, index, said, style),
      ...formatRound(round, numbers[index] ?? [], said, style),
    ]),
    ...(result.decision.judgment === undefined
      ? []
      : [style.bold("Judge"), ...said(result.decision.judgment), ""]),
    ...formatMemo(result, said, style),
    ...formatNotices(record, style),
    style.bold("Answer"),
    ...said(answerWords(result.answer, result.unit) || "(none)"),
    "",
    ...(result.review ? [reviewWords(result.review, record.reviewed), ""] : []),
    ...formatSummary(result, style),
  ];
}

/** The claim that a round began with, between it and the round before. */
function formatCrux(
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

function formatMemo(
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

function formatRound(
  { index, agreement, positions }: Round,
  numbers: readonly (number | null)[],
  said: (text: string) => string[],
  style: Style,
): string[] {
  const head = `Round ${index}${index === 0 ? ", independent" : ""}: ${agreementWords(agreement)}`;
  const members = positions.flatMap((position, member) => [
    formatPositionHead(position, numbers[member] ?? null, style),
    ...formatReply(position, said),
    "",
  ]);
  return [style.bold(head), ...members];
}

function formatPositionHead(position: Position, number: number | null, style: Style): string {
  const { debater, answer } = position;
  const mark = number === null ? "–" : style.answer(number, `#${answerMark(number)}`);
  const head = [`${mark} ${style.bold(oneLine(debater))}`, ...listPositionNotes(position)].join(
    ", ",
  );
  return answer === null ? head : `${head}: ${oneLine(answer)}`;
}

function formatReply(
  { status, text, error }: Position,
  said: (text: string) => string[],
): string[] {
  if (status === "failed") return said(error ?? "");
  return status === "spoke" || status === "unread" ? said(text) : [];
}
