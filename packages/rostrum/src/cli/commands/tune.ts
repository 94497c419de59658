import type { Command } from "commander";
import type { TuneFlags } from "../calibrating/tune.ts";
import { readNumber } from "../options/read-flag.ts";
import { addDataFlags, datasetIn } from "./data-flags.ts";
import type { Context } from "./context.ts";
import { UserError } from "../user-error.ts";
import { newCommand } from "./new-command.ts";

/** `rostrum tune` */
export function command(context: Context): Command {
  const tuning = newCommand(
    "tune",
    "Set a panel up for what a wrong answer costs, and show what to expect.",
    context,
  )
    .argument(
      "[dataset]",
      "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]",
    )
    .optionsGroup("Stakes:")
    .option("--wrong <usd>", "what a wrong answer costs, in US dollars", (text) =>
      readNumber("--wrong", text, 0),
    )
    .option(
      "--person <usd>",
      "what it costs to let a person answer (no person can be asked)",
      (text) => readNumber("--person", text, 0),
    );
  addDataFlags(tuning)
    .optionsGroup("Output:")
    .option("--out <file>", "the calibration's file (the panel's name next to the config)")
    .option("--dry-run", "write nothing")
    .option("--json", "the expected costs as JSON on stdout");
  return tuning.action(async (given: string | undefined) => {
    const { runTune } = await import("../calibrating/tune.ts");
    const flags = tuning.opts<TuneFlags>();
    const dataset = datasetIn(given, flags);
    if (dataset === undefined) {
      throw new UserError("expected a data set, got none", ["rostrum tune questions.jsonl"]);
    }
    context.exit(await runTune(dataset, flags, context.output));
  });
}
