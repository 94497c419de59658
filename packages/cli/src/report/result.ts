import { formatAnswer, formatCount, formatReasons, listMemoSections } from "@rostrum/core/export";
import {
  type DebateResult,
  type PaidCall,
  parseStep,
  type PartialResult,
} from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import {
  formatDifferenceLines,
  formatNoticeLines,
  formatSummary,
  formatCostLine,
} from "./lines.ts";
import type { Output } from "../terminal/output.ts";
import { wrap, getTerminalColumns } from "../terminal/width.ts";
import {
  AbortError,
  escapeInvisible,
  BudgetExceededError,
  PanelFailedError,
  stringifyVisible,
  toOneLine,
} from "@rostrum/core/support";
import { UserError } from "../user-error.ts";
import { EXIT, chooseErrorExitCode, type ExitCode } from "../exit-code.ts";
import { formatErrorJson, sayError } from "./error.ts";

/** Flags that choose how much of a result is printed, and in which format. */
export interface ReportFlags {
  json?: boolean;
  /** For reviews only. */
  sarif?: boolean;
  events?: boolean;
  full?: boolean;
  raw?: boolean;
  memo?: boolean;
  quiet?: boolean;
}

export interface Reporting {
  flags: ReportFlags;
  output: Output;
  /** True if the run is in the journal. */
  isStored: boolean;
  /** Also print what cheaper methods would have answered. Default: true. */
  showsCheaperMethods?: boolean;
  /** Warnings that were printed before the first call. */
  printedWarnings?: readonly string[];
  /** Command that continues a failed run, if it isn't `rostrum ask --resume`. */
  resumeCommand?: string;
  /** Record of the events. It has a lower bound where the result's cost is unknown. */
  record?: DebateRecord;
  /** Describes an error in terms of command-line flags. */
  describeError?(error: unknown): string;
}

const REASONING_LINES = 8;

/** Prints notices, then the answer, then the summary. */
export function reportResult(
  result: DebateResult,
  { flags, output, isStored, showsCheaperMethods = true, printedWarnings = [], record }: Reporting,
): void {
  const { say, print, style, stdoutStyle } = output;
  const { stdout, stderr } = output.io;
  const spaced = stderr.isTTY && stdout.isTTY && !flags.quiet && !flags.json && !flags.events;
  if (spaced) say("");
  for (const line of formatNoticeLines(result, style)) say(line);
  if (flags.json) print(`${stringifyVisible(result, 2)}\n`);
  else if (!flags.events) {
    const text = formatAnswerText(result, flags, getTerminalColumns(stdout));
    print(flags.full || flags.raw || flags.memo ? text : stdoutStyle.bold(text));
  }
  if (flags.quiet) return;
  if (stderr.isTTY && !flags.full && !flags.events) {
    for (const line of formatReasoning(result, getTerminalColumns(stderr) ?? 80))
      say(style.dim(line));
  }
  if (spaced) say("");
  const differences = formatDifferenceLines(result, style);
  for (const line of differences) say(line);
  if (spaced && differences.length > 0) say("");
  for (const line of formatSummary(record ?? result, style, showsCheaperMethods, printedWarnings))
    say(line);
  const hasHiddenMemo = result.memo !== undefined && !flags.memo && !flags.json && !flags.events;
  if (isStored && hasHiddenMemo)
    say(`${style.dim("memo      ")}  rostrum show ${toOneLine(result.id)}`);
  if (isStored)
    say(
      `${style.dim("run       ")}  ${toOneLine(result.id)}, ${style.dim(`rostrum show ${toOneLine(result.id)}`)}`,
    );
}

/** First lines of the reasoning under their author's name, indented as a model's words. */
function formatReasoning({ reasoning: text, winner }: DebateResult, columns: number): string[] {
  const lines = wrap(escapeInvisible(formatReasons(text)).trim(), columns - 4).filter(
    (line) => line.trim() !== "",
  );
  if (lines.length === 0) return [];
  const head = winner === null ? "reasoning:" : `reasoning of ${toOneLine(winner)}:`;
  const shownLines = lines.slice(0, REASONING_LINES).map((line) => `  ${line}`);
  return [head, ...shownLines, ...(lines.length > REASONING_LINES ? ["  …"] : [])];
}

function formatMemoText(result: PartialResult): string | null {
  if (result.memo === undefined) return null;
  return listMemoSections(result.memo)
    .map(({ title, items }) => {
      const lines = items.flatMap(({ text, more }) => [
        `- ${text}`,
        ...more.map((line) => `  - ${line}`),
      ]);
      return [title, ...lines].join("\n");
    })
    .join("\n\n");
}

const MARGIN = "  ";

/**
 * Text for stdout. In a terminal it is indented, unlike our own text, so that no answer can pass for the summary
 * below it.
 */
function formatAnswerText(
  result: PartialResult,
  { full, raw, memo }: ReportFlags,
  /** Width of the terminal; undefined for a pipe or a file. */
  columns: number | undefined,
): string {
  const answer = formatAnswer(result.answer, result.unit) || result.text;
  const words = full ? result.text : memo ? (formatMemoText(result) ?? answer) : answer;
  if (raw) return `${words}\n`;
  const safe = escapeInvisible(words).trimEnd();
  if (columns === undefined) return `${safe}\n`;
  return wrap(safe, columns - MARGIN.length)
    .map((line) => `${MARGIN}${line}\n`)
    .join("");
}

interface FailedRun extends Reporting {
  id: string;
  /** Result at the time of the failure. Null when the debate had not started. */
  partial: PartialResult | null;
  /** Calls that only the end of the run reported. */
  lastCalls: readonly PaidCall[];
}

/** Prints why there is no answer, what is stored, and how to continue. */
export function reportFailure(error: unknown, failure: FailedRun): ExitCode {
  const { flags, output, id, isStored, partial, describeError, record, resumeCommand, lastCalls } =
    failure;
  const { say, print, style } = output;
  const stopped = error instanceof AbortError;
  if (stopped) say(style.bold("stopped"));
  else sayError(error, output, describeError);
  const source = record ?? partial;
  if (source)
    sayHowToContinue(source, {
      isStored,
      lastCalls,
      isHopeless: failedForGood(error, source),
      isOutOfTime: wasEndedByTimeLimit(error),
      resume: resumeCommand ?? `rostrum ask --resume ${id}`,
      id,
      say,
    });
  if (flags.json) print(formatErrorJson(error, partial));
  return stopped ? EXIT.error : chooseErrorExitCode(error);
}

/** How a failed run can be continued. */
interface Continuation extends Pick<FailedRun, "lastCalls"> {
  isStored: boolean;
  /** True if a resume fails with the same error. */
  isHopeless: boolean;
  /** True if its time limit ended the run. A resume without another one has the same limit. */
  isOutOfTime: boolean;
  /** Command that continues the run. */
  resume: string;
  id: string;
  say(line: string): void;
}

function sayHowToContinue(
  source: DebateRecord | PartialResult,
  { isStored, lastCalls, isHopeless, isOutOfTime, resume, id, say }: Continuation,
): void {
  const partial = "result" in source ? source.result : source;
  const { completed, planned } = partial.integrity;
  if (planned === 0) return;
  const replies = completed === 0 ? "None" : String(completed);
  say(
    `${replies} of ${formatCount(planned, "call")} got a reply: ${formatCostLine(source, "attempt")}`,
  );
  const cutOffCount = countCutOff(partial, lastCalls);
  if (cutOffCount > 0)
    say(
      cutOffCount === 1
        ? "One call was cut off: its cost is unknown."
        : `${cutOffCount} calls were cut off: their cost is unknown.`,
    );
  if (!isStored) return;
  const limit = findLimitReached(partial);
  if (isHopeless)
    say(
      completed === 0
        ? "A new run can name other models."
        : `The replies are kept: rostrum show ${id}. A new run can name other models.`,
    );
  else if (limit !== null)
    say(`To continue with a larger limit: ${resume} --max-output-tokens ${2 * limit}`);
  else if (isOutOfTime) say(`To continue with more time: ${resume} and a larger --max-time`);
  else if (completed === 0) say(`To try again: ${resume}`);
  else if (isUnreadable(partial))
    say(`The replies are kept: rostrum show ${id}. A new run asks again.`);
  else say(`The replies are kept. To continue without paying for them again: ${resume}`);
}

function wasEndedByTimeLimit(error: unknown): boolean {
  const cause = error instanceof UserError ? error.cause : error;
  return cause instanceof BudgetExceededError && cause.shortage.limit === "ms";
}

/** True if too few members replied because the others' models don't exist: a resume asks the same ones. */
function failedForGood(error: unknown, source: DebateRecord | PartialResult): boolean {
  const cause = error instanceof UserError ? error.cause : error;
  if (!(cause instanceof PanelFailedError)) return false;
  const { rounds } = "result" in source ? source.result : source;
  const failed = (rounds.at(-1)?.positions ?? []).filter(({ status }) => status === "failed");
  return failed.length > 0 && failed.every(({ errorCode }) => errorCode === "404");
}

/** Number of replies that were on their way when the run was stopped, and whose cost nobody reported. */
function countCutOff({ rounds }: PartialResult, lastCalls: readonly PaidCall[]): number {
  const positions = rounds
    .flatMap((round) => round.positions)
    .filter(({ errorCode, costUsd }) => errorCode === "aborted" && costUsd === null);
  const others = lastCalls.filter(
    ({ step, costUsd }) => costUsd === null && parseStep(step)?.role !== "debater",
  );
  return positions.length + others.length;
}

/** True if all debaters replied but no reply could be read, so that continuing is useless. */
function isUnreadable({ rounds }: PartialResult): boolean {
  const last = rounds.at(-1)?.positions ?? [];
  return last.every(({ status }) => status === "unread" || status === "not_asked");
}

/** Largest output limit that cut off a reply. Null when none did. */
function findLimitReached({ rounds }: PartialResult): number | null {
  const last = rounds.at(-1)?.positions ?? [];
  const limits = last.flatMap(({ truncated, maxOutputTokens }) =>
    truncated && maxOutputTokens !== undefined ? [maxOutputTokens] : [],
  );
  return limits.length === 0 ? null : Math.max(...limits);
}
