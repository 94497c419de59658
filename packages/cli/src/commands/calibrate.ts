import type { Command } from "commander";
import { listMilestones } from "@rostrum/eval";
import { describeMilestone, formatCount } from "@rostrum/core/export";
import type { Calibration } from "@rostrum/core/protocol";
import { learnCalibration, type CalibrateFlags } from "../calibrating/learn.ts";
import { rollBack, writeVersioned } from "../calibrating/versions.ts";
import { resolveMembers } from "../calibrating/write-panel.ts";
import { choosePanel } from "../config/choose-panel.ts";
import { findConfig } from "../config/load.ts";
import { chooseDataset } from "../evaluating/plan.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { wholeOption } from "../options/read-flag.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { addDataFlags, DATASET_HELP } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags extends CalibrateFlags {
  /** Calibration file to roll back to an earlier version. */
  rollBack?: string;
  toVersion?: number;
}

export function command(context: Context): Command {
  return addDataFlags(newCommand("calibrate", context))
    .description(
      "Learn how reliable a panel is, from questions with known answers or from past runs.",
    )
    .argument("[dataset]", DATASET_HELP)
    .optionsGroup("Past runs:")
    .option(
      "--from-runs",
      "learn from past runs with an outcome or a review; if fewer than 30 have one, from agreement alone (unlabelled)",
    )
    .option("--reviewed", "learn from past runs with an outcome or a review, however few")
    .optionsGroup("Output:")
    .option(
      "--out <file>",
      "write the calibration to this file; the previous content is kept as a version",
    )
    .option("--json", "print the calibration on stdout, also with --out")
    .option("--roll-back <file>", "restore the previous version of a calibration file")
    .addOption(
      wholeOption(
        "--to-version <n>",
        "with --roll-back: number of the version to restore (default: the last)",
        1,
      ),
    )
    .action(async (dataset: string | undefined, flags: Flags) => {
      context.exit(await calibrateAndWrite(chooseDataset(dataset, flags), flags, context.output));
    });
}

/**
 * Learns a calibration from a data set or past runs, then prints or writes it. With `--roll-back`, restores an
 * earlier one.
 */
async function calibrateAndWrite(
  dataset: string | undefined,
  flags: Flags,
  output: Output,
): Promise<ExitCode> {
  const { out, json, reviewed, fromRuns, rollBack: file, toVersion } = flags;
  const sources = [dataset, reviewed, fromRuns, file].filter((source) => source !== undefined);
  if (sources.length !== 1 || (toVersion !== undefined && file === undefined)) {
    throw new UserError("expected one of a data set, --from-runs, --reviewed and --roll-back", [
      "rostrum calibrate questions.jsonl, or rostrum calibrate --from-runs",
    ]);
  }
  if (file !== undefined) {
    output.say(`restored ${file} from ${await rollBack(file, toVersion)}`);
    return EXIT.answered;
  }
  const { calibration, stopped } = await learnCalibration(
    dataset,
    flags,
    output,
    fromRuns ? await findMembers(flags) : undefined,
  );
  const text = `${JSON.stringify(calibration)}\n`;
  if (json || out === undefined) output.print(text);
  const savedVersion = out === undefined ? null : await writeVersioned(out, text, "--out");
  for (const line of describeCalibration(calibration)) output.say(line);
  if (out !== undefined) output.say(`written to ${out}`);
  if (savedVersion !== null)
    output.say(
      `the previous version is ${savedVersion}; to restore it: rostrum calibrate --roll-back ${out}`,
    );
  return stopped ? EXIT.budget : EXIT.answered;
}

/** Members of the named panel, or of the config's default. Undefined when there is no config. */
async function findMembers(flags: Flags): Promise<string[] | undefined> {
  const configFile = await findConfig(flags);
  if (configFile === null && flags.panel === undefined) return undefined;
  const panel = choosePanel(flags.panel, configFile);
  return panel === null ? undefined : resolveMembers(panel.config).map(({ name }) => name);
}

/** Summarizes how many questions a calibration is based on, and what it allows. */
function describeCalibration(calibration: Calibration): string[] {
  const { kinds, about, unlabelled } = calibration;
  const parts = Object.entries(kinds).map(([kind, { rows }]) => `${rows} of kind ${kind}`);
  const different = Object.values(kinds).reduce((sum, { rows }) => sum + rows, 0);
  const repeated = (about?.rows ?? 0) - different;
  const questions = `${formatCount(different, "question")} (${parts.join(", ")})`;
  return [
    unlabelled
      ? `unlabelled: weights learned from which members agree, on ${questions}. It makes no answer sure; with 30 or more known answers (rostrum outcome, reviews), it learns how often the panel errs`
      : `calibrated on ${questions}`,
    ...(repeated > 0 ? [`${formatCount(repeated, "more row")} repeat one of them`] : []),
    ...(unlabelled ? [] : listMilestones(calibration).map(describeMilestone)),
  ];
}
