import type { Command } from "commander";
import type { EvalFlags } from "../evaluating/plan.ts";
import { CONFIG } from "../../vocabulary/index.ts";
import { helpFor } from "../options/flags.ts";
import { readFlag, readNumber, readWhole } from "../options/read-flag.ts";
import { type Context, newCommand } from "./new-command.ts";

/** `rostrum eval` */
export function command(context: Context): Command {
  const evaluation = newCommand(
    "eval",
    "Measure on questions with known answers whether debate is worth its cost.",
    context,
  )
    .argument(
      "[file]",
      "an evaluation in YAML or JSON, whose settings flags override; or a data set",
    )
    .optionsGroup("Questions:")
    .option(
      "--dataset <path>",
      "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]",
    )
    .option(
      "--layout <name>",
      "gsm8k, math, mmlu, truthfulqa, strategyqa, aqua, open, plain, or question=field,gold=field (plain)",
    )
    .option("--sample <n>", "number of questions to draw, by seed (all)", (text) =>
      readWhole("--sample", text, 2),
    )
    .option("--seed <n>", "seed of the sample and of generated arithmetic (0)", (text) =>
      readWhole("--seed", text, 0),
    )
    .optionsGroup("Panel:")
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option(
      "--arms <a,b,c>",
      "methods to compare, such as single,vote,self_consistency:5,debate,guarded,oracle",
    )
    .option("--answer <rule>", helpFor(CONFIG.answer), (text) =>
      readFlag(CONFIG.answer, "--answer", text),
    )
    .option("--grade <model>", "a model that grades answers in prose where rules are not certain")
    .option("--rubric <file>", "what makes an answer right; the model of --grade goes by it")
    .optionsGroup("Limits:")
    .option("--max-cost <usd>", "most dollars for new calls; needs known prices", (text) =>
      readNumber("--max-cost", text, 0),
    )
    .option("--concurrency <n>", "questions at once (8)", (text) =>
      readWhole("--concurrency", text, 1),
    )
    .optionsGroup("Output:")
    .option("--out <folder>", "write report.json and report.html there")
    .option("--compare <file>", "an earlier report.json, to show what has changed since")
    .option("--json", "the report as JSON on stdout instead of the table")
    .optionsGroup("Journal:")
    .option("--journal <place>", "file or postgres:// address for replies (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  return evaluation.action(async (file: string | undefined) => {
    const { runEvaluation } = await import("../evaluating/run.ts");
    context.exit(await runEvaluation(file, evaluation.opts<EvalFlags>(), context.output));
  });
}
