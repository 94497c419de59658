import { normalize } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { SEVERITIES, type DebateResult } from "@rostrum/core/protocol";
import { addConfigFlags, readPatch, type ConfigPatch } from "../options/flags.ts";
import { type AskFlags, makeNewTask } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";
import { type ExitCode, EXIT, chooseExitCode } from "../exit-code.ts";
import { runTask } from "../run/ask.ts";
import type { Output } from "../terminal/output.ts";
import {
  formatNumber,
  type ReviewedDocument,
  locateFindings,
  toSarif,
  writeReviewTask,
} from "@rostrum/core/export";
import { packageVersion } from "@rostrum/core/package";
import { stringifyVisible } from "@rostrum/core/support";
import type { InputStream } from "../io.ts";
import { readInput, readTextFile } from "../files.ts";
import type { DebateRecord } from "@rostrum/core/record";
import { isSerious, printFindings } from "../report/findings.ts";
import type { ReviewFlags } from "../pull-request/review-flags.ts";

export function command(context: Context): Command {
  const review = newCommand("review", context)
    .description(
      "Let a panel review files: findings with lines, each checked by the members who did not report it.",
    )
    .usage("[options] file... | --pr [pull request]")
    .argument("[files...]", "the files to review; - is standard input")
    .optionsGroup("Review:")
    .option("--about <text>", "what to look for, or what the files are meant to do")
    .addOption(
      new Option("--fail-on <severity>", "exit with 4 if a finding this serious is not refuted")
        .choices([...SEVERITIES, "never"])
        .default("high"),
    )
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .optionsGroup("Pull requests:")
    .option(
      "--pr [address]",
      "review a pull request on GitHub: owner/repo#12, its address, or the one of the event in GitHub Actions",
    )
    .option("--skip <pattern...>", "paths that need no review, such as '*.png' or 'vendor/**'")
    .option(
      "--max-cost-per-pr <usd>",
      "most dollars for all reviews of a pull request together",
      readDollars,
    )
    .option("--no-comment", "write nothing to the pull request")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout, findings with their lines")
    .option("--sarif", "findings as SARIF 2.1.0 on stdout, for code hosts and editors")
    .option("--dry-run", "print the most that it may cost, and call no model")
    .option("--plain", "lines instead of the live view")
    .option("-q, --quiet", "nothing on stderr but trouble")
    .optionsGroup("Journal:")
    .option("--id <id>", "id of the run (default: random)")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  addConfigFlags(review);
  return review.action(async (files: string[], flags: AskFlags & ReviewFlags) => {
    if (flags.json && flags.sarif) {
      throw new UserError("--json and --sarif both want stdout: give one of them");
    }
    const patch = readPatch({ ...flags });
    if (patch["answer"] !== undefined)
      throw new UserError("a review has findings: leave --answer out");
    if (flags.pr === undefined) {
      context.exit(await reviewFiles(files, flags, patch, context.output));
      return;
    }
    if (files.length > 0) throw new UserError("--pr reviews a pull request: leave the files out");
    const { reviewPullRequest } = await import("../pull-request/review-pull-request.ts");
    context.exit(await reviewPullRequest(flags.pr, flags, patch, context.output));
  });
}

function readDollars(text: string): number {
  const usd = Number(text);
  if (text.trim() !== "" && Number.isFinite(usd) && usd > 0) return usd;
  throw new InvalidArgumentError(`expected dollars above 0, got ${text}`);
}

/** Reviews files with a panel. The exit code says whether a finding that is serious enough stands. */
async function reviewFiles(
  files: readonly string[],
  flags: AskFlags & ReviewFlags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  const documents = await readDocuments(files, output.io.stdin);
  if (documents.length === 0) return reportNothing(flags, output);
  const text = writeReviewTask(flags.about);
  const asked = { ...patch, answer: { type: "findings" } };
  return runTask({
    task: (say) => makeNewTask({ text, context: documents }, flags, asked, say),
    flags,
    patch: asked,
    output,
    report: (result, record) => reportFindings(result, record, documents, flags, output),
  });
}

function reportFindings(
  result: DebateResult,
  record: DebateRecord,
  documents: readonly ReviewedDocument[],
  flags: ReviewFlags,
  output: Output,
): ExitCode {
  const located = locateFindings(result.findings ?? [], documents);
  printFindings({ result, record, located, whole: !result.integrity.degraded }, flags, output);
  // Contested findings stand too. What stands at or above the limit comes before whatever else is the matter.
  const standing = located.filter(({ status }) => status !== "refuted");
  const fails = standing.some((finding) => isSerious(finding, flags.failOn));
  return fails ? EXIT.findings : chooseExitCode(result);
}

/** Standard input is empty, as a diff without a change is: no panel is asked. */
function reportNothing({ sarif, json }: ReviewFlags, { print, say }: Output): ExitCode {
  if (sarif) print(toSarif([], { version: packageVersion(), whole: true }));
  else if (json) print(`${stringifyVisible({ findings: [] }, 2)}\n`);
  say("nothing to review: standard input is empty");
  return EXIT.answered;
}

/** No model reads more at once, and a file this long is generated or is data. */
const LONGEST = 1_000_000;

/** Reads the files to review; `-` is standard input. A file that is named twice is read once. None: it was empty. */
async function readDocuments(
  paths: readonly string[],
  stdin: InputStream,
): Promise<ReviewedDocument[]> {
  if (paths.length === 0) {
    throw new UserError("there is no file to review", [
      "rostrum review src/cart.ts src/order.ts",
      "git diff | rostrum review -",
    ]);
  }
  const names = [...new Set(paths.map((path) => (path === "-" ? path : normalize(path))))];
  const documents = await Promise.all(names.map((path) => readDocument(path, stdin)));
  const filled = documents.filter(({ text }) => text.trim() !== "");
  // A diff without a change is empty; a file that somebody names should not be.
  if (filled.length === 0 && !names.includes("-")) {
    throw new UserError(names.length === 1 ? `${names[0]} is empty` : "all of the files are empty");
  }
  return filled;
}

async function readDocument(path: string, stdin: InputStream): Promise<ReviewedDocument> {
  const document = path === "-" ? "stdin" : path.replaceAll("\\", "/");
  const text = path === "-" ? await readInput(stdin, "review") : await readTextFile(path, "review");
  if (text.length > LONGEST) {
    throw new UserError(
      `review: expected at most ${formatNumber(LONGEST)} characters, got ${formatNumber(text.length)} in ${document}`,
      ["review the parts that matter, or a diff: git diff | rostrum review -"],
    );
  }
  if (text.includes("\0")) {
    throw new UserError(`review: expected a text, got a binary file in ${document}`);
  }
  return { document, text };
}
