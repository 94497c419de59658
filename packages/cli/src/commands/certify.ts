import { Option, type Command } from "commander";
import { certify, haveSameMembers } from "@rostrum/eval";
import { formatCount, formatGuarantee, formatPercent } from "@rostrum/core/export";
import type {
  Calibration,
  Certified,
  GuaranteeMode,
  GuaranteePromise,
  Uncertified,
} from "@rostrum/core/protocol";
import { checkCalibration } from "@rostrum/core/options";
import { toOneLine } from "@rostrum/core/support";
import { learnCalibration, type CalibrateFlags } from "../calibrating/learn.ts";
import {
  computeCallCosts,
  findPanelToWrite,
  PROMPT_TOKENS,
  resolveMembers,
  writeLearnedPanel,
} from "../calibrating/write-panel.ts";
import { readLearned } from "../config/load.ts";
import { chooseDataset } from "../evaluating/plan.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { readNumber, refuse } from "../options/read-flag.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { addDataFlags, DATASET_HELP } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";

interface CertifyFlags extends CalibrateFlags {
  alpha: number;
  mode: GuaranteeMode;
  promise?: GuaranteePromise;
  delta: number;
  /** Path of an existing calibration, so that no model is called. */
  calibration?: string;
  dryRun?: boolean;
}

export function command(context: Context): Command {
  const cmd = newCommand("certify", context)
    .description(
      "Write a guarantee about a panel's errors into its config, from questions with known answers.",
    )
    .argument("[dataset]", DATASET_HELP)
    .optionsGroup("Guarantee:")
    .option("--alpha <share>", "allowed share of wrong answers", shareReader("--alpha"), 0.05)
    .addOption(
      new Option("--mode <mode>", "delivered: a share of all questions; sure: of the decided ones")
        .choices(["delivered", "sure"])
        .default("delivered"),
    )
    .addOption(
      new Option(
        "--promise <promise>",
        "average: over all calibrations; holder: for this certificate, with confidence 1 - delta (average; holder with --mode sure)",
      ).choices(["average", "holder"]),
    )
    .option(
      "--delta <share>",
      "chance that a promise to the holder doesn't hold",
      shareReader("--delta"),
      0.1,
    )
    .option(
      "--reviewed",
      "use past runs of the panel with a review or an outcome, instead of a data set",
    )
    .option(
      "--calibration <file>",
      "use a calibration that rostrum calibrate wrote, and call no model",
    );
  return addDataFlags(cmd)
    .optionsGroup("Output:")
    .option(
      "--out <file>",
      "file of the certificate (default: next to the config, named after the panel)",
    )
    .option("--dry-run", "write nothing")
    .option("--json", "the certificate as JSON on stdout")
    .action(async (dataset: string | undefined, flags: CertifyFlags) => {
      context.exit(await certifyPanel(chooseDataset(dataset, flags), flags, context.output));
    });
}

function shareReader(flag: string): (text: string) => number {
  return (text) => {
    const share = readNumber(flag, text, 0);
    return share > 0 && share < 1 ? share : refuse(flag, "a number between 0 and 1", text);
  };
}

/** Certifies a panel, and writes the certificate and its calibration into the config. */
async function certifyPanel(
  dataset: string | undefined,
  flags: CertifyFlags,
  output: Output,
): Promise<ExitCode> {
  checkSource(dataset, flags);
  const panel = await findPanelToWrite(flags);
  if (panel.config["stakes"] !== undefined) {
    const message = `panel "${toOneLine(panel.name)}" has stakes, which decide when to stop, so a certificate would not be used`;
    throw new UserError(message, ["remove its stakes, or name another panel with --panel"]);
  }
  const names = resolveMembers(panel.config).map(({ name }) => name);
  const { calibration: path } = flags;
  const { calibration, stopped } =
    path === undefined
      ? await learnCalibration(dataset, flags, output, names)
      : {
          calibration: checkCalibration(
            await readLearned(path, "calibration"),
            path,
          ) as Calibration,
          stopped: false,
        };
  const { alpha, mode, promise, delta } = flags;
  const costs = computeRelativeCosts(computeCallCosts(panel, calibration, PROMPT_TOKENS));
  const certificate = certify(calibration, {
    ...{ alpha, mode, delta },
    ...(promise === undefined ? {} : { promise }),
    ...(costs === null ? {} : { costs }),
  });
  if (certificate.threshold !== null) checkMembers(certificate.members, names);
  if (flags.json) output.print(`${JSON.stringify(certificate)}\n`);
  const lines =
    certificate.threshold === null ? describeRefusal(certificate) : describeGuarantee(certificate);
  for (const line of lines) output.say(line);
  if (flags.reviewed) {
    output.say(
      "reviewed runs represent future questions only if all runs, or a random sample of them, were reviewed",
    );
  }
  if (certificate.threshold === null) return EXIT.doubtful;
  if (!flags.dryRun) {
    const files = {
      calibration: path ? { path } : { value: calibration },
      certificate: { path: flags.out, value: certificate },
    };
    await writeLearnedPanel(panel, files, {}, output);
  }
  return stopped ? EXIT.budget : EXIT.answered;
}

function checkSource(dataset: string | undefined, { reviewed, calibration }: CertifyFlags): void {
  const sources = [dataset, reviewed, calibration].filter((source) => source !== undefined);
  if (sources.length === 1) return;
  const message = `expected one of a data set, --reviewed and --calibration, got ${sources.length === 0 ? "none" : "several"}`;
  throw new UserError(message, ["rostrum certify questions.jsonl --alpha 0.05"]);
}

/** Throws unless the certified members are the panel's: a certificate says nothing about other members. */
function checkMembers(certified: readonly string[], names: readonly string[]): void {
  if (haveSameMembers(certified, names)) return;
  throw new UserError(
    `expected rows of this panel (${names.join(", ")}), got rows of ${certified.join(", ")}`,
    ["name the panel that the rows come from with --panel, or certify this one on a data set"],
  );
}

/** Prices relative to the highest, so that cheaper members are asked earlier. Null unless every price is known. */
function computeRelativeCosts(usd: Record<string, number>): Record<string, number> | null {
  const highestUsd = Math.max(...Object.values(usd));
  const areAllKnown = Object.values(usd).every((cost) => Number.isFinite(cost) && cost > 0);
  if (!areAllKnown) return null;
  return Object.fromEntries(Object.entries(usd).map(([name, cost]) => [name, cost / highestUsd]));
}

function describeGuarantee(certificate: Certified): string[] {
  const { threshold, coverage, rows, promise, warning, assumptions } = certificate;
  return [
    `guaranteed: ${formatGuarantee(certificate)}`,
    `the panel decides once an answer is ${formatPercent(threshold)} likely to be right: on ${Math.round(coverage * rows)} of these ${rows} questions (${formatPercent(coverage)})`,
    promise === "average"
      ? "this is an average over all calibrations that could have been made, and a single one may be worse: --promise holder promises it for this one"
      : "this is promised for this very certificate",
    ...(warning === undefined ? [] : [warning]),
    `it assumes: ${assumptions}`,
  ];
}

function describeRefusal({ mode, promise, rows, rowsNeeded, alpha }: Uncertified): string[] {
  const restriction = mode === "sure" ? " that the panel is sure of" : "";
  const errorCondition =
    mode === "delivered" && promise === "holder" ? "" : ", with no wrong answer among them";
  const missing = rowsNeeded - rows;
  return [
    `not guaranteed: ${formatCount(rows, "question")} can't show that at most ${formatPercent(alpha)} are wrong. It takes at least ${formatCount(rowsNeeded, "question")}${restriction}${errorCondition}`,
    missing > 0
      ? `${formatCount(missing, "question")} or more are missing`
      : `there are enough questions, but too many answers are wrong${mode === "sure" ? ", or the panel is sure of too few" : ""}: add questions, improve the panel, or allow more errors with --alpha`,
  ];
}
