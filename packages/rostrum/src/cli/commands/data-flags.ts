import type { Command } from "commander";
import { CONFIG } from "../../options/index.ts";
import { helpFor } from "../options/flags.ts";
import { readFlag, readNumber, readWhole } from "../options/read-flag.ts";
import { UserError } from "../user-error.ts";

/** A data set may be named with its flag or without it. */
export function datasetIn(
  argument: string | undefined,
  { dataset }: { dataset?: string },
): string | undefined {
  if (argument !== undefined && dataset !== undefined && argument !== dataset) {
    throw new UserError(`expected one data set, got ${argument} and --dataset ${dataset}`);
  }
  return argument ?? dataset;
}

/** Flags of commands that put the questions of a data set to a panel. */
export function addDataFlags(command: Command): Command {
  return command
    .optionsGroup("Questions:")
    .option("--dataset <path>", "the data set, also without this flag")
    .option(
      "--layout <name>",
      "gsm8k, math, mmlu, truthfulqa, strategyqa, aqua, open, plain, or question=field,gold=field (plain)",
    )
    .option("--sample <n>", "number of questions to draw, by seed (all)", (text) =>
      readWhole("--sample", text, 2),
    )
    .option("--seed <n>", "seed of the sample (0)", (text) => readWhole("--seed", text, 0))
    .optionsGroup("Panel:")
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option("--answer <rule>", helpFor(CONFIG.answer), (text) =>
      readFlag(CONFIG.answer, "--answer", text),
    )
    .optionsGroup("Limits:")
    .option("--max-cost <usd>", "most dollars for new calls; needs known prices", (text) =>
      readNumber("--max-cost", text, 0),
    )
    .option("--concurrency <n>", "questions at once (8)", (text) =>
      readWhole("--concurrency", text, 1),
    )
    .optionsGroup("Journal:")
    .option("--journal <place>", "file or postgres:// address for replies (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
}
