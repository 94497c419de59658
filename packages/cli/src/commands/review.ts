import { InvalidArgumentError, Option, type Command } from "commander";
import { SEVERITIES } from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import { addConfigFlags, readPatch } from "../options/flags.ts";
import type { AskFlags } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";
import type { ReviewFlags } from "../reviewing/review-flags.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

export function command(context: Context): Command {
  const review = newCommand("review", context)
    .description(
      "Review a change or files with a panel: findings with lines, each checked by the members that did not report it.",
    )
    .usage("[options] [file, folder, commit or a..b]... | --pr [pull request]")
    .argument(
      "[what...]",
      "files, folders (in a git repository), a commit or a range of commits; - is standard input (default: the working tree against HEAD, including untracked files)",
    )
    .optionsGroup("Review:")
    .option("--staged", "review what is staged, against HEAD")
    .option(
      "--base <branch>",
      "review what changed since you branched off, uncommitted changes included",
    )
    .option(
      "--skip <pattern>",
      "paths that need no review, such as '*.png' or 'vendor/', as in .gitignore; may be repeated",
      (pattern: string, before: string[] | undefined) => [...(before ?? []), pattern],
    )
    .option("--about <text>", "what to look for, or what the files are meant to do")
    .option(
      "--plan [file]",
      "review a plan before it is carried out; without a file, standard input",
    )
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 4 if a finding of this severity or higher stands (isn't refuted)",
      )
        .choices([...SEVERITIES, "never"])
        .default("high"),
    )
    .option("--fail-on-change-only", "for --fail-on, count only findings in changed lines")
    .option("-p, --panel <name>", "a panel of the config")
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .optionsGroup("Pull requests:")
    .option(
      "--pr [address]",
      "review a pull request on GitHub: owner/repo#12 or its address (default: in GitHub Actions, the one of the event)",
    )
    .option(
      "--max-cost-per-pr <usd>",
      "spending limit for all reviews of a pull request together, in US dollars",
      readDollars,
    )
    .option("--no-comment", "write nothing to the pull request")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout, findings with their lines")
    .option("--sarif", "findings as SARIF 2.1.0 on stdout, for code hosts and editors")
    .option(
      "--fix-prompt",
      "the findings that were not refuted, as a task for a coding agent, on stdout",
    )
    .option("--all", "print every finding, including low ones and those after the first ten")
    .option("--dry-run", "print the typical and the maximum cost, and call no model")
    .option("--plain", "print lines instead of the live view")
    .option("-q, --quiet", "print only errors and warnings on stderr")
    .optionsGroup("Journal:")
    .option(
      "--id <id>",
      "continue the stopped run with this id, or give a new run this id (default: random)",
    )
    .option("--resume <id>", "refused, with the way to continue a review")
    .option("--follow [question]", "refused, with the way to ask about a review")
    .option(...JOURNAL_FLAG)
    .option("--no-journal", "store nothing");
  addConfigFlags(review, [], [...VOTING_FLAGS, "--resume", "--follow"]);
  review
    .optionsGroup("Review:")
    .option("--no-files", "don't let reviewers read other files of the repository");
  return review.action(async (args: string[], flags: AskFlags & ReviewFlags) => {
    const forms = (["json", "sarif", "fixPrompt"] as const).filter((name) => flags[name]);
    if (forms.length > 1)
      throw new UserError(
        "--json, --sarif and --fix-prompt all write to stdout: give only one of them.",
      );
    if (flags.resume !== undefined) throw explainResume(flags.resume);
    if (flags.follow !== undefined)
      throw new UserError("--follow is for questions, and a review is followed up by one:", [
        'rostrum --follow "…"',
      ]);
    if (flags.about?.trim() === "")
      throw new UserError("--about needs a text that says what to look for, got an empty one.");
    checkPlanFlags(args, flags, review);
    const patch = readPatch({ ...flags, files: flags.files || undefined });
    if (patch["answer"] !== undefined)
      throw new UserError(
        "--answer doesn't work with review, which always returns findings: leave it out.",
      );
    if (flags.pr === undefined) {
      const { reviewSubject } = await import("../reviewing/review-subject.ts");
      context.exit(await reviewSubject(args, flags, patch, context.output));
      return;
    }
    refuseOtherSubject("--pr", args, { ...flags, pr: undefined });
    const { reviewPullRequest } = await import("../pull-request/review-pull-request.ts");
    context.exit(await reviewPullRequest(flags.pr, flags, patch, context.output));
  });
}

/** A review reads its files again to continue, so it needs the arguments that name them. */
function explainResume(id: string): UserError {
  return new UserError("--resume is for questions. A review continues with its own command:", [
    `Run the same rostrum review command again with --id ${id}. Nothing is paid twice.`,
  ]);
}

/** Flags about rounds, votes and one answer. A review has findings instead. */
const VOTING_FLAGS: readonly string[] = [
  ...["--judge", "--rounds", "--answer", "--sides", "--stop", "--decide", "--route", "--poll"],
  ...["--wrong", "--person", "--revise", "--see", "--show", "--crux", "--audit", "--report"],
  ...["--select", "--escalate-below", "--on-escalate", "--on-round"],
];

/** A plan is one text, and its verdict decides the exit code. */
function checkPlanFlags(args: readonly string[], flags: ReviewFlags, review: Command): void {
  if (flags.plan === undefined) return;
  refuseOtherSubject("--plan", args, flags, [
    "Reviewers of a plan can read the repository that this folder is in.",
  ]);
  const isFailOnSet = review.getOptionValueSource("failOn") !== "default";
  if (isFailOnSet || flags.failOnChangeOnly)
    throw new UserError(
      `--fail-on${isFailOnSet ? "" : "-change-only"} doesn't work with --plan: leave it out.`,
      ['A plan review exits with 4 unless its verdict is "proceed".'],
    );
}

/** Throws if something else to review is named next to a plan or a pull request. */
function refuseOtherSubject(
  flag: string,
  args: readonly string[],
  { staged, base, pr }: ReviewFlags,
  hints: readonly string[] = [],
): void {
  const others = [
    ...args.map(toOneLine),
    ...(staged ? ["--staged"] : []),
    ...(base === undefined ? [] : ["--base"]),
    ...(pr === undefined ? [] : ["--pr"]),
  ];
  const [other] = others;
  if (other !== undefined)
    throw new UserError(`${flag} can't be combined with ${other}: leave one of them out.`, hints);
}

function readDollars(text: string): number {
  const usd = Number(text.replace(/^\$/, ""));
  if (text.trim() !== "" && Number.isFinite(usd) && usd > 0) return usd;
  throw new InvalidArgumentError(`expected dollars above 0, got ${text}`);
}
