import type { Command } from "commander";
import type { CertifyFlags } from "../calibrating/certify.ts";
import { readNumber, refuse } from "../options/read-flag.ts";
import { addDataFlags, datasetIn } from "./data-flags.ts";
import type { Context } from "./context.ts";
import { newCommand } from "./new-command.ts";

/** `rostrum certify` */
export function command(context: Context): Command {
  const certifying = newCommand(
    "certify",
    "Write a guarantee about a panel's errors into its config, from questions with known answers.",
    context,
  )
    .argument(
      "[dataset]",
      "a jsonl, json or csv file, a folder of them, or arithmetic[:form[:count]]",
    )
    .optionsGroup("Guarantee:")
    .option(
      "--alpha <share>",
      "the share of wrong answers that is allowed (0.05)",
      (text) => shareOf("--alpha", text),
      0.05,
    )
    .option(
      "--mode <mode>",
      "delivered: of all questions, on average; sure: of the decided ones, with confidence 1 - delta (delivered)",
      modeOf,
      "delivered",
    )
    .option(
      "--delta <share>",
      "the chance that the guarantee of mode sure doesn't hold (0.1)",
      (text) => shareOf("--delta", text),
      0.1,
    )
    .option(
      "--reviewed",
      "use past runs of the panel that a person has reviewed, instead of a data set",
    )
    .option("--calibration <file>", "use the output of rostrum calibrate, without calling a model");
  addDataFlags(certifying)
    .optionsGroup("Output:")
    .option("--out <file>", "the certificate's file (the panel's name next to the config)")
    .option("--dry-run", "write nothing")
    .option("--json", "the certificate as JSON on stdout");
  return certifying.action(async (dataset: string | undefined) => {
    const { runCertify } = await import("../calibrating/certify.ts");
    const flags = certifying.opts<CertifyFlags>();
    context.exit(await runCertify(datasetIn(dataset, flags), flags, context.output));
  });
}

function shareOf(flag: string, text: string): number {
  const share = readNumber(flag, text, 0);
  return share > 0 && share < 1 ? share : refuse(flag, "a number between 0 and 1", text);
}

function modeOf(text: string): string {
  return text === "delivered" || text === "sure"
    ? text
    : refuse("--mode", "delivered or sure", text);
}
