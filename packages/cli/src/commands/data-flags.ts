import { Option, type Command } from "commander";
import { CONFIG } from "@rostrum/core/options";
import { formatHelp } from "../options/flags.ts";
import { numberOption, readFlag, wholeOption } from "../options/read-flag.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

export const DATASET_HELP =
  "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]";

/** The `--answer` flag: how answers are read and compared. */
export function answerOption(): Option {
  const read = (text: string): unknown => readFlag(CONFIG.answer, "--answer", text);
  return new Option("--answer <rule>", formatHelp(CONFIG.answer)).argParser(read);
}

/** Adds the flags of commands that ask a panel the questions of a data set. */
export function addDataFlags(command: Command): Command {
  return command
    .optionsGroup("Questions:")
    .option("--dataset <path>", DATASET_HELP)
    .option(
      "--layout <name>",
      "gsm8k, math, mmlu, truthfulqa, strategyqa, aqua, open, plain, or question=field,gold=field (default: plain)",
    )
    .addOption(
      wholeOption("--sample <n>", "number of questions to draw, by seed (default: all)", 2),
    )
    .addOption(
      wholeOption("--seed <n>", "seed of the sample and of generated arithmetic (default: 0)", 0),
    )
    .optionsGroup("Panel:")
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .addOption(answerOption())
    .optionsGroup("Limits:")
    .addOption(
      numberOption(
        "--max-cost <usd>",
        "spending limit for new calls in US dollars; needs known prices",
        0,
      ),
    )
    .addOption(wholeOption("--concurrency <n>", "questions at once (default: 8)", 1))
    .optionsGroup("Journal:")
    .option(...JOURNAL_FLAG)
    .option("--no-journal", "store nothing");
}
