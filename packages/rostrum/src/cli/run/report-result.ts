import { oneLine, visible, visibleJson } from "../../export/index.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { answerText } from "../report/answer.ts";
import { noticeLines, summaryLines } from "../report/lines.ts";
import type { Output } from "../terminal/output.ts";
import { wrap } from "../terminal/wrap.ts";
import type { AskFlags } from "./task.ts";
import { terminalColumns } from "../terminal/columns.ts";

export interface Reporting {
  flags: AskFlags;
  output: Output;
  /** The run is in the journal. */
  kept: boolean;
  /** Also say what cheaper methods would have answered. Default true. */
  comparing?: boolean;
  /** Warnings that were given before the first call. */
  given?: readonly string[];
  /** Rewrites an error message with the flags of the command line. */
  words?(message: string): string;
}

const REASONING_LINES = 8;

/** Prints the notices, then the answer, then the summary. */
export function reportResult(
  result: DebateResult,
  { flags, output, kept, comparing = true, given = [] }: Reporting,
): void {
  const { say, print, style, stdoutStyle } = output;
  const { stdout, stderr } = output.io;
  const spaced = stderr.isTTY && stdout.isTTY && !flags.quiet && !flags.json && !flags.events;
  if (spaced) say("");
  for (const line of noticeLines(result, style)) say(line);
  if (flags.json) print(`${visibleJson(result, 2)}\n`);
  else if (!flags.events) {
    const text = answerText(result, {
      full: flags.full === true,
      raw: flags.raw === true,
      memo: flags.memo === true,
      columns: terminalColumns(stdout),
    });
    print(flags.full || flags.raw || flags.memo ? text : stdoutStyle.bold(text));
  }
  if (flags.quiet) return;
  if (stderr.isTTY && !flags.full && !flags.events) {
    for (const line of reasoning(result, terminalColumns(stderr) ?? 80)) say(style.dim(line));
  }
  if (spaced) say("");
  for (const line of summaryLines(result, style, comparing, given)) say(line);
  if (kept)
    say(
      `${style.dim("run       ")}  ${oneLine(result.id)}, ${style.dim(`rostrum show ${oneLine(result.id)}`)}`,
    );
}

/** Some of the reasons behind the answer, with the margin that marks a model's words. */
function reasoning({ reasoning: text }: DebateResult, columns: number): string[] {
  const lines = wrap(visible(text).trim(), columns - 4).filter((line) => line.trim() !== "");
  if (lines.length === 0) return [];
  const shown = lines.slice(0, REASONING_LINES).map((line) => `  ${line}`);
  return lines.length > REASONING_LINES ? [...shown, "  …"] : shown;
}
