import type { Command } from "commander";
import { describeChain } from "@rostrum/eval/chain";
import {
  formatAnswerNumber,
  formatAnswer,
  listClaimBlocks,
  listContext,
  listJudgmentBlocks,
  listMemoBlocks,
  listNotices,
  listRoundBlocks,
  describeOutcome,
  describeReview,
  describeVerdict,
  formatPlace,
  listReports,
  readRemarks,
  readReviewed,
  listReviewedDocuments,
  locateFindings,
  shortenAnswer,
  type DocBlock,
  type LocatedFinding,
  describeReviewed,
} from "@rostrum/core/export";
import type { TotalUsage } from "@rostrum/core/protocol";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { escapeInvisible, stringifyVisible, toOneLine } from "@rostrum/core/support";
import { countInterruptedCalls, findRun } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";
import type { Output } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";
import { formatSeat } from "../live/event-line.ts";
import { renameMembers } from "../members/display-names.ts";
import { formatQuote, printFindings } from "../report/findings.ts";
import {
  formatCostLine,
  formatDifferenceLines,
  formatNoticeLines,
  formatSummary,
} from "../report/lines.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";
import { UserError } from "../user-error.ts";

interface Flags {
  json?: boolean;
  fixPrompt?: boolean;
  events?: boolean;
  journal?: string;
}

export function command(context: Context): Command {
  return newCommand("show", context)
    .description("Show a past debate, from question to answer.")
    .argument("[id]", "id of the run, or the start of it (default: the latest run)")
    .option("--json", "the result as JSON")
    .option("--fix-prompt", "what a review found, as a task for a coding agent")
    .option("--events", "the events as lines of JSON")
    .option(...JOURNAL_FLAG)
    .action(async (idPrefix: string | undefined, flags: Flags) => {
      const { journal: path, json, fixPrompt, events } = flags;
      const { print, stdoutStyle, io } = context.output;
      const run = await findRun(path, idPrefix);
      const stored = run?.events ?? [];
      const folded = fold(json ? stored : renameMembers(stored));
      const interruptedCalls = await countInterruptedCalls(path, folded);
      const record = interruptedCalls === null ? folded : addUnknownCalls(folded, interruptedCalls);
      const isReview = record.result.findings !== undefined;
      const isUnfinishedReview = !isReview && record.started?.rules.answer === "findings";
      if (fixPrompt && isUnfinishedReview)
        throw new UserError(
          "--fix-prompt: this review is not finished, so its findings are not checked.",
          listWaysToContinue(record).map((line) => line.trim()),
        );
      if (fixPrompt && !isReview)
        throw new UserError("--fix-prompt: this run is not a review, so there is nothing to fix.");
      const chain = run === undefined || json || events ? null : describeChain(run);
      if (chain !== null) print(`${toOneLine(chain)}\n`);
      else if (events) print(stored.map((event) => `${stringifyVisible(event)}\n`).join(""));
      else if (isReview) showReview(record, flags, context.output);
      else if (json) print(`${stringifyVisible(record.result, 2)}\n`);
      else if (isUnfinishedReview)
        print(
          `${formatUnfinishedReview(record, stdoutStyle, getTerminalColumns(io.stdout) ?? 100).join("\n")}\n`,
        );
      else {
        const columns = getTerminalColumns(io.stdout) ?? 100;
        print(`${formatTranscript(record, stdoutStyle, columns).join("\n")}\n`);
      }
    });
}

const NO_TOKENS = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** Nobody knows what the calls cost that were under way when a run was interrupted. */
function addUnknownCalls(record: DebateRecord, count: number): DebateRecord {
  const { result } = record;
  const usage: TotalUsage = { ...NO_TOKENS, calls: result.usage.calls + count };
  return { ...record, result: { ...result, costUsd: null, usage } };
}

/** Prints a finished review as `rostrum review` does, with every finding, and all of it on stdout. */
function showReview(
  record: DebateRecord,
  { json, fixPrompt }: Pick<Flags, "json" | "fixPrompt">,
  output: Output,
): void {
  const { print, stdoutStyle: style } = output;
  const say = (line: string): void => print(`${line}\n`);
  const { result, started } = record;
  const { findings = [], verdict, review, outcome, integrity } = result;
  const documents = listReviewedDocuments(started?.context);
  const located = locateFindings(findings, documents);
  const isComplete = record.status === "completed" && !integrity.degraded;
  const reviewed = readReviewed(started?.metadata);
  const extraFields = reviewed === null ? {} : { reviewed };
  const report = { result, record, located, isComplete, extraFields };
  if (json || fixPrompt) {
    printFindings(report, { json, fixPrompt, quiet: true }, output);
    return;
  }
  say(style.bold(describeReviewed(record) ?? toOneLine(result.question)));
  const panel = formatPanel(record);
  if (panel !== "") say(style.dim(panel));
  for (const line of formatAbout(record, style)) say(line);
  if (verdict !== undefined) say(style.bold(describeVerdict(verdict)));
  for (const line of formatUnreviewed(record, style)) say(line);
  say("");
  printFindings(report, { all: true }, { ...output, say, style });
  if (review) say(describeReview(review, record.reviewed));
  if (outcome) say(describeOutcome(outcome));
  for (const line of listWaysToContinue(record)) say(line);
  say(style.dim(`run ${toOneLine(result.id)}`));
}

/** A review that stopped or goes on: what each member has reported so far. */
function formatUnfinishedReview(record: DebateRecord, style: Style, columns: number): string[] {
  const { result } = record;
  const reports = listReports(record);
  return [
    style.bold(describeReviewed(record) ?? toOneLine(result.question)),
    style.dim(formatPanel(record)),
    ...formatAbout(record, style),
    ...formatNoticeLines(record, style),
    ...listWaysToContinue(record),
    ...formatUnreviewed(record, style),
    "",
    style.bold(
      reports.length === 0
        ? "No report has arrived"
        : "Reported so far, neither merged nor checked",
    ),
    ...reports.flatMap(({ debater, findings }) =>
      formatBlock({ type: "text", label: debater, text: formatReported(findings) }, style, columns),
    ),
    "",
    style.dim(formatCostLine(record, "attempt")),
    style.dim(`run ${toOneLine(result.id)}`),
  ];
}

function formatReported(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "No findings.";
  return findings
    .map((finding) =>
      [
        `${formatPlace(finding)}  ${finding.severity}: ${finding.claim}`,
        ...finding.quotes.map(formatQuote),
      ].join("\n"),
    )
    .join("\n");
}

/** Text that a review was told to look for. */
function formatAbout({ result }: DebateRecord, style: Style): string[] {
  const remarks = readRemarks(result.question);
  return remarks === null ? [] : [style.dim(`about: ${toOneLine(remarks)}`)];
}

/** Files that should have been part of a review. */
function formatUnreviewed({ started }: DebateRecord, style: Style): string[] {
  return (readReviewed(started?.metadata)?.unreviewed ?? []).map(({ path, reason }) =>
    style.yellow(`not reviewed: ${toOneLine(path)}: ${toOneLine(reason)}`),
  );
}

/** "panel: ann (openai/…), ben (ollama/…)". Empty if the debate had not started. */
function formatPanel({ started }: DebateRecord): string {
  const members = (started?.panel ?? []).map(formatSeat);
  return members.length === 0 ? "" : `panel: ${members.join(", ")}`;
}

/** How to continue a run that stopped, or that nobody runs any more. Empty for others. */
function listWaysToContinue(record: DebateRecord): string[] {
  const id = toOneLine(record.result.id);
  const way =
    record.started?.rules.answer === "findings"
      ? `the same rostrum review command with --id ${id}`
      : `rostrum ask --resume ${id}`;
  const kinds = new Set(listNotices(record).map(({ kind }) => kind));
  if (kinds.has("stopped")) return [`  To continue it: ${way}`];
  return kinds.has("unfinished") ? [`  If it was cut off, to continue it: ${way}`] : [];
}

const MARGIN = "    ";

/** Formats a debate for the terminal. The answer comes last, where it stays in sight. */
function formatTranscript(record: DebateRecord, style: Style, columns: number): string[] {
  const { result, started } = record;
  const parent = started?.parent;
  const panel = formatPanel(record);
  const format = (blocks: readonly DocBlock[]): string[] =>
    blocks.flatMap((block) => formatBlock(block, style, columns));
  const debateBlocks = [
    ...result.rounds.flatMap((_, index) => listRoundBlocks(result, index)),
    ...listJudgmentBlocks(record),
    ...listClaimBlocks(result),
    ...listMemoBlocks(result),
  ];
  return [
    style.bold("Question"),
    ...format([{ type: "text", text: result.question }]),
    ...(parent === undefined
      ? []
      : [style.dim(`follows ${toOneLine(parent)}, rostrum show ${toOneLine(parent)}`)]),
    ...listContext(started?.context).map((material) =>
      style.dim(`context: ${toOneLine(material)}`),
    ),
    ...(panel === "" ? [] : [style.dim(panel)]),
    ...format(debateBlocks),
    "",
    ...formatNoticeLines(record, style),
    ...listWaysToContinue(record),
    style.bold("Answer"),
    ...format([{ type: "text", text: formatAnswer(result.answer, result.unit) || "(none)" }]),
    "",
    ...formatDifferenceLines(result, style, Infinity),
    ...(result.review ? [describeReview(result.review, record.reviewed), ""] : []),
    ...(result.outcome ? [describeOutcome(result.outcome), ""] : []),
    ...formatSummary(record, style),
    `${style.dim("run       ")}  ${toOneLine(result.id)}`,
  ];
}

/** Formats a block as lines. Models' words are indented; rostrum's aren't. */
function formatBlock(block: DocBlock, style: Style, columns: number): string[] {
  const formatWords = (text: string): string[] =>
    wrap(escapeInvisible(text).trim(), columns - MARGIN.length).map((line) => MARGIN + line);
  switch (block.type) {
    case "heading":
      return block.level === 2 ? ["", style.bold(toOneLine(block.text))] : [toOneLine(block.text)];
    case "code":
    case "text":
      return [
        ...(block.label === undefined ? [] : [`${toOneLine(block.label)}:`]),
        ...formatWords(block.text),
      ];
    case "list":
      return [
        ...(block.title === undefined ? [] : [`${block.title}:`]),
        ...block.items.flatMap(({ lead, aside, text, more = [], quotes = [] }) => [
          ...(lead === undefined
            ? []
            : [aside === undefined ? lead : `${lead} (${toOneLine(aside)})`]),
          ...[text, ...more, ...quotes.map((quote) => `“${quote.text}”`)].flatMap(formatWords),
        ]),
      ];
    case "reply": {
      const { number, debater, notes, answer, body } = block;
      const mark = number === null ? "–" : style.answer(number, `#${formatAnswerNumber(number)}`);
      const head = [`${mark} ${style.bold(toOneLine(debater))}`, ...notes].join(", ");
      return [
        answer === null ? head : `${head}: ${shortenAnswer(answer)}`,
        // A reply of one line says nothing that its headline doesn't.
        ...body.flatMap((part) => {
          if (part.type === "list") return formatBlock(part, style, columns);
          return part.text.trim() === answer ? [] : formatWords(part.text);
        }),
        "",
      ];
    }
    case "line":
      return [style.dim(toOneLine(block.text))];
    // The terminal prints its own notices and summary.
    case "notice":
    case "facts":
    case "table":
      return [];
  }
}
