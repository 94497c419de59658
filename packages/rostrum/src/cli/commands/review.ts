import { Option, type Command } from "commander";
import { SEVERITIES } from "../../protocol/findings.ts";
import { addConfigFlags, patchFrom } from "../options/flags.ts";
import type { ReviewFlags } from "../reviewing/report.ts";
import type { AskFlags } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import type { Context } from "./context.ts";
import { newCommand } from "./new-command.ts";

/** `rostrum review src/cart.ts` */
export function command(context: Context): Command {
  const review = newCommand(
    "review",
    "Let a panel review files: findings with lines, each checked by the members who did not report it.",
    context,
  )
    .usage("[options] file...")
    .argument("[files...]", "the files to review; - is standard input")
    .optionsGroup("Review:")
    .option("--about <text>", "what to look for, or what the files are meant to do")
    .addOption(
      new Option("--fail-on <severity>", "exit with 4 if a finding this serious is not refuted")
        .choices([...SEVERITIES, "never"])
        .default("high"),
    )
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is always there')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout, findings with their lines")
    .option("--sarif", "findings as SARIF 2.1.0 on stdout, for code hosts and editors")
    .option("--dry-run", "print the most that it may cost, and call no model")
    .option("--plain", "lines instead of the live view")
    .option("-q, --quiet", "nothing on stderr but trouble")
    .optionsGroup("Journal:")
    .option("--id <id>", "name of the run (a random one)")
    .option("--journal <file>", "where runs are kept (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  addConfigFlags(review);
  return review.action(async (files: string[]) => {
    const flags = review.opts<AskFlags & ReviewFlags & { about?: string }>();
    if (flags.json && flags.sarif) {
      throw new UserError("--json and --sarif both want stdout: give one of them");
    }
    const { reviewFiles } = await import("../reviewing/review-files.ts");
    context.exit(await reviewFiles(files, flags, patchFrom({ ...flags }), context.output));
  });
}
