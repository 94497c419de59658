import { hash } from "node:crypto";
import { Option, type Command } from "commander";
import { openRepository, type Repository } from "@rostrum/runtime/repository";
import {
  evaluateReviews,
  type FixOutcome,
  type Recall,
  type ReviewsReport,
} from "@rostrum/eval/reviews";
import { formatCount, formatMoney, formatPercent } from "@rostrum/core/export";
import { omitUndefined, clipLine, stringifyVisible, toOneLine } from "@rostrum/core/support";
import type { DebateConfig } from "@rostrum/core/protocol";
import type { ConfigFlags } from "../config/load.ts";
import { findPanel } from "../discovery/find-panel.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { readTextFile } from "../files.ts";
import { catchInterrupts } from "../io.ts";
import { numberOption } from "../options/read-flag.ts";
import { matchesPattern } from "../reviewing/path-pattern.ts";
import { openFlaggedJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { omitVotingSettings } from "@rostrum/runtime/api";
import { UserError } from "../user-error.ts";
import { addTrustFlag, newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags extends ConfigFlags {
  fixes?: string;
  mode: "before" | "reverse";
  repository: string;
  skip?: string[];
  panel?: string;
  judge?: string;
  maxCost?: number;
  files: boolean;
  json?: boolean;
  journal?: string | boolean;
}

/** Hidden from reviewers: tests and notes that came with a fix would give it away. */
const SKIPPED_PATTERNS = ["*.test.*", "*.spec.*", "test/**", "tests/**", "**/__tests__/**", "*.md"];

/** `rostrum eval reviews`. */
export function reviewsCommand(context: Context): Command {
  const reviews = newCommand("reviews", context)
    .name("reviews")
    .description(
      "Measure which past problems a panel finds: it reviews the code as it was before each fix.",
    )
    .argument("[commits...]", "commits, each of which fixed a problem")
    .optionsGroup("Fixes:")
    .option("--fixes <file>", "text file with one commit per line; the rest of a line is a note")
    .addOption(
      new Option("--mode <mode>", "review the files before the fix, or the change that reverts it")
        .choices(["before", "reverse"])
        .default("before"),
    )
    .option("--repository <folder>", "the repository", ".")
    .option(
      "--skip <pattern>",
      `paths that no reviewer sees, besides ${SKIPPED_PATTERNS.join(", ")}; may be repeated`,
      (pattern: string, before: string[] | undefined) => [...(before ?? []), pattern],
    )
    .option("--no-files", "don't let reviewers read other files of the repository")
    .optionsGroup("Panel:")
    .option("-p, --panel <name>", "a panel of the config")
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option(
      "--judge <model>",
      "model that matches findings with fixes (default: the panel's judge, or its first member)",
    )
    .optionsGroup("Limits:")
    .addOption(
      numberOption(
        "--max-cost <usd>",
        "spending limit for all reviews in US dollars; matching costs extra",
        0,
      ),
    )
    .optionsGroup("Output:")
    .option("--json", "the report as JSON on stdout")
    .optionsGroup("Journal:")
    .option(...JOURNAL_FLAG)
    .option("--no-journal", "store nothing")
    .action(async (commits: string[], flags: Flags) => {
      context.exit(await runReviews(commits, flags, context.output));
    });
  return addTrustFlag(reviews);
}

async function runReviews(
  commits: readonly string[],
  flags: Flags,
  output: Output,
): Promise<ExitCode> {
  const fixes = [...new Set([...commits, ...(await readFixes(flags.fixes))])];
  if (fixes.length === 0)
    throw new UserError("there is no fix to measure with", [
      "rostrum eval reviews 1a2b3c4 5d6e7f8",
      "git log --format=%h -i --grep '^fix' -20 > fixes.txt && rostrum eval reviews --fixes fixes.txt",
    ]);
  const repository = await requireRepository(flags.repository);
  const { name, config } = await findPanel(flags.panel, flags, output.say);
  const panel = { ...omitVotingSettings(config, {}), ...omitUndefined({ judge: flags.judge }) };
  const journal = await openFlaggedJournal(flags.journal);
  using interrupts = catchInterrupts(output.io.signals, () => output.say("stopping"));
  const patterns = [...SKIPPED_PATTERNS, ...(flags.skip ?? [])];
  const key = hash("sha256", JSON.stringify([name, config, patterns, flags.files]), "hex");
  try {
    const report = await evaluateReviews({
      repository,
      fixes,
      panel: panel as unknown as DebateConfig<never>,
      mode: flags.mode,
      isSkipped: (path) => patterns.some((pattern) => matchesPattern(path, pattern)),
      withFiles: flags.files,
      id: `reviews_${key.slice(0, 12)}`,
      ...(journal === null ? {} : { journal }),
      ...omitUndefined({ maxCost: flags.maxCost }),
      signal: interrupts.signal,
      onFix: (outcome, done, total) =>
        output.say(output.style.dim(`${done} of ${total}: ${describeFix(outcome)}`)),
    });
    if (flags.json) output.print(`${stringifyVisible(report, 2)}\n`);
    else output.print(`${formatReport(report).join("\n")}\n`);
    return report.stopped ? EXIT.budget : report.failed > 0 ? EXIT.doubtful : EXIT.answered;
  } finally {
    await journal?.close();
  }
}

async function readFixes(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const lines = (await readTextFile(path, "--fixes")).split("\n").map((line) => line.trim());
  return lines.flatMap((line) => (line === "" || line.startsWith("#") ? [] : line.split(/\s/, 1)));
}

async function requireRepository(folder: string): Promise<Repository> {
  const repository = await openRepository(folder);
  if (repository !== null) return repository;
  throw new UserError(`--repository: expected a git repository, got ${folder}`);
}

function describeFix({ commit, title, matches, findings, error }: FixOutcome): string {
  const outcome =
    matches === null
      ? `not counted: ${clipLine(error ?? "", 200)}`
      : matches.length > 0
        ? "found"
        : "missed";
  return `${commit.slice(0, 10)} ${outcome}, ${formatCount(findings.length, "finding")}: ${clipLine(title, 100)}`;
}

function formatReport(report: ReviewsReport): string[] {
  const { mode, matchedBy, members, together, files, findings, low, fixes, failed } = report;
  const reviewedText =
    mode === "before" ? "the files before each fix" : "the change that reverts it";
  const width = Math.max(...members.map(({ name }) => toOneLine(name).length), "together".length);
  const row = (name: string, recall: Recall): string =>
    `  ${toOneLine(name).padEnd(width)}  ${formatRecall(recall)}`;
  const best = members.toSorted((a, b) => b.found - a.found)[0];
  const perFile = files === 0 ? 0 : findings / files;
  return [
    `${formatCount(fixes.length, "fix", "fixes")}; reviewed: ${reviewedText}; matched by ${toOneLine(matchedBy)}`,
    ...members.map((member) => row(member.name, member)),
    row("together", together),
    ...(best && members.length > 1
      ? [`  the best one alone, chosen in hindsight: ${toOneLine(best.name)}`]
      : []),
    `${perFile.toFixed(1)} findings per file, ${formatCount(findings, "finding")} in ${formatCount(files, "file")}, ${low} of them low`,
    ...(failed > 0 ? [`${failed} not counted, because a review or the matching failed`] : []),
    `cost ${formatMoney(report.costUsd)}`,
  ];
}

function formatRecall({ found, of, value, low, high }: Recall): string {
  if (of === 0) return "nothing counted";
  return `${found} of ${of}, ${formatPercent(value)} [${formatPercent(low)}, ${formatPercent(high)}]`;
}
