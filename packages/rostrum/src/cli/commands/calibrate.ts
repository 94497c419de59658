import type { Command } from "commander";
import { formatCount } from "../../export/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import { learnCalibration, type CalibrateFlags } from "../calibrating/learn.ts";
import { chooseDataset } from "../evaluating/plan.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeTextFile } from "../files.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { addDataFlags, DATASET_HELP } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";

export function command(context: Context): Command {
  return addDataFlags(newCommand("calibrate", context))
    .description(
      "Learn how far a panel can be trusted, from questions with known answers or from reviewed runs.",
    )
    .argument("[dataset]", DATASET_HELP)
    .optionsGroup("Output:")
    .option("--reviewed", "learn from past runs that a person has reviewed, instead of a data set")
    .option("--out <file>", "write the calibration there instead of to stdout")
    .option("--json", "the calibration on stdout, also with --out")
    .action(async (dataset: string | undefined, flags: CalibrateFlags) => {
      context.exit(await calibrateAndWrite(chooseDataset(dataset, flags), flags, context.output));
    });
}

/** From questions with known answers, or from reviewed runs, to a file. */
async function calibrateAndWrite(
  dataset: string | undefined,
  flags: CalibrateFlags,
  output: Output,
): Promise<ExitCode> {
  if ((dataset === undefined) !== (flags.reviewed === true)) {
    throw new UserError("expected a data set or --reviewed", [
      "rostrum calibrate questions.jsonl, or rostrum calibrate --reviewed",
    ]);
  }
  const { calibration, stopped } = await learnCalibration(dataset, flags, output);
  const { out, json } = flags;
  const text = `${JSON.stringify(calibration)}\n`;
  if (json || out === undefined) output.print(text);
  if (out !== undefined) await writeTextFile(out, text, "--out");
  for (const line of describeCalibration(calibration)) output.say(line);
  if (out !== undefined) output.say(`written to ${out}`);
  return stopped ? EXIT.budget : EXIT.answered;
}

/** What a calibration was made from, in words. */
function describeCalibration({ kinds, about }: Calibration): string[] {
  const parts = Object.entries(kinds).map(([kind, { rows }]) => `${rows} of kind ${kind}`);
  const different = Object.values(kinds).reduce((sum, { rows }) => sum + rows, 0);
  const repeated = (about?.rows ?? 0) - different;
  return [
    `calibrated on ${formatCount(different, "question")} (${parts.join(", ")})`,
    ...(repeated > 0 ? [`${formatCount(repeated, "more row")} ask one of them again`] : []),
    ...(different < 100
      ? ["with few rows, it claims little: 100 or more make a poll sure more often"]
      : []),
  ];
}
