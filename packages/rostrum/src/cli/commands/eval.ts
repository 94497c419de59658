import type { Command } from "commander";
import type { EvalFlags } from "../evaluating/flags.ts";
import { amount, whole, type OptionKind } from "../options/kinds.ts";
import { ANSWER, rule, ruleWords } from "../options/rules.ts";
import { UserError } from "../user-error.ts";
import type { Context } from "./context.ts";
import { newCommand } from "./new-command.ts";

/** `rostrum eval` */
export function command(context: Context): Command {
  const evaluation = newCommand(
    "eval",
    "Measure on questions with known answers whether debate pays.",
    context,
  )
    .argument("[file]", "an evaluation in YAML or JSON; flags win over it")
    .optionsGroup("Questions:")
    .option(
      "--dataset <path>",
      "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]",
    )
    .option(
      "--layout <name>",
      "gsm8k, math, mmlu, truthfulqa, strategyqa, aqua, plain, or question=field,gold=field (plain)",
    )
    .option(
      "--sample <n>",
      "take so many questions, drawn by the seed",
      read(whole("n", 2), "--sample", 2),
    )
    .option(
      "--seed <n>",
      "draws the sample and makes up arithmetic (0)",
      read(whole("n", 0), "--seed", 0),
    )
    .optionsGroup("Panel:")
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is always there')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option(
      "--arms <a,b,c>",
      "methods to compare, such as single,vote,self_consistency:5,debate,guarded,oracle",
    )
    .option(
      "--answer <rule>",
      `how replies are read and compared: ${ruleWords(ANSWER)} (auto)`,
      read(rule(ANSWER), "--answer"),
    )
    .optionsGroup("Limits:")
    .option(
      "--max-cost <usd>",
      "most dollars for new calls; needs known prices",
      read(amount("usd", {}), "--max-cost", 0),
    )
    .option("--concurrency <n>", "questions at once (8)", read(whole("n", 1), "--concurrency", 1))
    .optionsGroup("Output:")
    .option("--out <folder>", "write report.json and report.html there")
    .option("--compare <file>", "an earlier report.json: what changed since")
    .option("--json", "the report as JSON on stdout instead of the table")
    .optionsGroup("Journal:")
    .option("--journal <file>", "where replies are kept, to go on from (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  return evaluation.action(async (file: string | undefined) => {
    const { runEvaluation } = await import("../evaluating/run.ts");
    context.exit(await runEvaluation(file, evaluation.opts<EvalFlags>(), context.output));
  });
}

function read(kind: OptionKind, flag: string, minimum?: number): (text: string) => unknown {
  return (text) => {
    const value = kind.read(text, flag);
    if (minimum !== undefined && Number(value) < minimum) {
      throw new UserError(`${flag}: expected ${minimum} or more, got "${text}"`);
    }
    return value;
  };
}
