import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { readSnapshot, type EvalReport } from "@rostrum/eval";
import {
  compareReports,
  reportHtml,
  reportJson,
  type Snapshot,
  comparisonTable,
  reportTable,
} from "@rostrum/eval/report";
import type { AnswerKind } from "@rostrum/core/protocol";
import { stringifyVisible } from "@rostrum/core/support";
import type { EvalFlags } from "../evaluating/plan.ts";
import { prepareEvaluation, runEvaluation, type Evaluation } from "../evaluating/run.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { readTextFile, replaceFile } from "../files.ts";
import type { Output } from "../terminal/output.ts";
import { describeFileError, UserError } from "../user-error.ts";
import { addDataFlags } from "./data-flags.ts";
import { reviewsCommand } from "./eval-reviews.ts";
import { newCommand, type Context } from "./new-command.ts";

export function command(context: Context): Command {
  return (
    addDataFlags(newCommand("eval", context))
      .description("Measure on questions with known answers whether debate is worth its cost.")
      .argument("[file]", "an evaluation in YAML or JSON, which flags override, or a data set")
      .optionsGroup("Panel:")
      .option(
        "--arms <a,b,c>",
        "methods to compare, such as single,vote,self_consistency:5,debate,guarded,oracle",
      )
      .option("--grade <model>", "model that grades answers in prose where rules are not certain")
      .option("--rubric <file>", "file that says what makes an answer right, for --grade")
      .optionsGroup("Output:")
      .option("--out <folder>", "write report.json and report.html to this folder")
      .option("--compare <file>", "earlier report.json to compare with")
      .option("--json", "the report as JSON on stdout instead of the table")
      // Flags after "reviews" belong to that subcommand.
      .enablePositionalOptions()
      .addCommand(reviewsCommand(context))
      .action(async (file: string | undefined, flags: EvalFlags) => {
        context.exit(await evaluateAndReport(file, flags, context.output));
      })
  );
}

async function evaluateAndReport(
  path: string | undefined,
  flags: EvalFlags,
  output: Output,
): Promise<ExitCode> {
  const earlier =
    flags.compare === undefined
      ? null
      : readSnapshot(await readTextFile(flags.compare, "--compare"), flags.compare);
  const evaluation = await prepareEvaluation(path, flags, output);
  if (flags.out !== undefined) await checkFolder(flags.out);
  const report = await runEvaluation(evaluation, flags, output);
  await writeReport(report, evaluation, earlier, flags, output);
  return report.stopped === null ? EXIT.answered : EXIT.budget;
}

/** Checks before any model is called that the reports can be written to this folder. */
async function checkFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const words =
      code === "EEXIST"
        ? `expected a folder, got the file ${path}`
        : describeFileError(error, path);
    throw new UserError(`--out: ${words}`);
  }
}

/** Prints the table or JSON, and writes the report files if requested. */
async function writeReport(
  report: EvalReport,
  { plan, panel }: Evaluation,
  earlier: Snapshot | null,
  { out, json }: EvalFlags,
  output: Output,
): Promise<void> {
  const date = new Date();
  const comparison = earlier && compareReports(report, earlier);
  const snapshot = {
    ...reportJson(report, { date, options: { ...plan, panel: panel.name } }),
    ...(comparison === null ? {} : { comparison }),
  };
  if (out !== undefined) {
    const answer = (plan.answer ?? panel.config["answer"]) as AnswerKind<unknown> | undefined;
    const paths = { json: join(out, "report.json"), html: join(out, "report.html") };
    await replaceFile(paths.json, `${JSON.stringify(snapshot)}\n`);
    await replaceFile(paths.html, reportHtml(report, { date, answer, comparison }));
    output.say(`wrote ${paths.json} and ${paths.html}`);
  }
  if (json) {
    output.print(`${stringifyVisible(snapshot)}\n`);
    return;
  }
  const color = output.stdoutStyle.colors;
  output.print(reportTable(report, { color }));
  if (comparison !== null) output.print(`\n${comparisonTable(comparison, { color })}`);
}
