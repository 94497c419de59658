import type { Command } from "commander";
import type { CalibrateFlags } from "../calibrating/calibrate.ts";
import { addDataFlags, datasetIn } from "./data-flags.ts";
import { type Context, newCommand } from "./new-command.ts";

/** `rostrum calibrate` */
export function command(context: Context): Command {
  const calibrating = newCommand(
    "calibrate",
    "Learn how far a panel can be trusted, from questions with known answers or from reviewed runs.",
    context,
  ).argument(
    "[dataset]",
    "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]",
  );
  addDataFlags(calibrating)
    .optionsGroup("Output:")
    .option("--reviewed", "learn from past runs that a person has reviewed, instead of a data set")
    .option("--out <file>", "write the calibration there instead of to stdout")
    .option("--json", "the calibration on stdout, also with --out");
  return calibrating.action(async (dataset: string | undefined) => {
    const { runCalibrate } = await import("../calibrating/calibrate.ts");
    const flags = calibrating.opts<CalibrateFlags>();
    context.exit(await runCalibrate(datasetIn(dataset, flags), flags, context.output));
  });
}
