import type { Command } from "commander";
import { estimateCallCost, promptTokens } from "@rostrum/core/debate";
import { adviseMembers, expectedCosts, type ExpectedCost, type MemberAdvice } from "@rostrum/eval";
import { formatMoney, formatPercent } from "@rostrum/core/export";
import type { Stakes } from "@rostrum/core/protocol";
import { stringifyVisible, toOneLine } from "@rostrum/core/support";
import { learnCalibration } from "../calibrating/learn.ts";
import {
  computeCallCosts,
  findPanelToWrite,
  PROMPT_TOKENS,
  resolveMembers,
  writeLearnedPanel,
} from "../calibrating/write-panel.ts";
import type { ChosenPanel } from "../config/choose-panel.ts";
import { chooseDataset, type EvalFlags } from "../evaluating/plan.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { numberOption } from "../options/read-flag.ts";
import type { Output } from "../terminal/output.ts";
import { describeAdvice } from "../report/member-advice.ts";
import { UserError } from "../user-error.ts";
import { addDataFlags, DATASET_HELP } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";

interface TuneFlags extends EvalFlags {
  wrong?: number;
  person?: number;
  dryRun?: boolean;
}

export function command(context: Context): Command {
  const cmd = newCommand("tune", context)
    .description("Adapt a panel to the cost of a wrong answer, and show the expected costs.")
    .argument("[dataset]", DATASET_HELP)
    .optionsGroup("Stakes:")
    .addOption(numberOption("--wrong <usd>", "cost of a wrong answer, in US dollars", 0))
    .addOption(
      numberOption(
        "--person <usd>",
        "cost of a person's answer, in US dollars (default: no person can be asked)",
        0,
      ),
    );
  return addDataFlags(cmd)
    .optionsGroup("Output:")
    .option(
      "--out <file>",
      "file of the calibration (default: next to the config, named after the panel)",
    )
    .option("--dry-run", "write nothing")
    .option("--json", "the expected costs as JSON on stdout")
    .action(async (dataset: string | undefined, flags: TuneFlags) => {
      context.exit(await tunePanel(chooseDataset(dataset, flags), flags, context.output));
    });
}

/** Calibrates a panel, writes the stakes into its config, and prints the expected costs. */
async function tunePanel(
  dataset: string | undefined,
  flags: TuneFlags,
  output: Output,
): Promise<ExitCode> {
  if (dataset === undefined) {
    throw new UserError("expected a data set, got none", ["rostrum tune questions.jsonl"]);
  }
  const stakes = readStakes(flags);
  const panel = await findPanelToWrite(flags);
  checkPrices(panel, stakes);
  const { calibration, stopped, items } = await learnCalibration(dataset, flags, output);
  const tokens = items.reduce((sum, { question }) => sum + promptTokens(question, []), 0);
  const costs = computeCallCosts(panel, calibration, PROMPT_TOKENS + tokens / items.length);
  const expected = Object.entries(calibration.kinds).map(([kind, kindCalibration]) => ({
    kind,
    rows: kindCalibration.rows,
    costs: expectedCosts(kindCalibration, costs, stakes),
    members: adviseMembers(kindCalibration, { costs, wrong: stakes.wrong }),
  }));
  if (flags.json) output.print(`${stringifyVisible({ stakes, expected }, 2)}\n`);
  else output.print(expected.map((each) => formatTable(each, stakes)).join("\n"));
  if (!flags.dryRun) {
    const files = { calibration: { path: flags.out, value: calibration } };
    await writeLearnedPanel(panel, files, { stakes }, output);
  }
  return stopped ? EXIT.budget : EXIT.answered;
}

function readStakes({ wrong, person }: TuneFlags): Stakes {
  if (wrong === undefined) {
    throw new UserError("--wrong is missing: the cost of a wrong answer in US dollars", [
      "rostrum tune questions.jsonl --wrong 2 --person 5",
    ]);
  }
  return person === undefined ? { wrong } : { wrong, person };
}

function checkPrices({ config }: ChosenPanel, stakes: Stakes): void {
  const unpriced = resolveMembers(config).find(
    (member) => estimateCallCost(member, {}, 1) === null,
  );
  if (unpriced) {
    throw new UserError(
      `the price of ${toOneLine(unpriced.name)} (${unpriced.model.id}) is not known, so what it saves can't be compared with ${formatMoney(stakes.wrong)}`,
      ["give the member a price: { input, output } in US dollars per million tokens"],
    );
  }
}

function formatTable(
  {
    kind,
    rows,
    costs,
    members,
  }: {
    kind: string;
    rows: number;
    costs: readonly ExpectedCost[];
    members: readonly MemberAdvice[];
  },
  { wrong, person }: Stakes,
): string {
  const stakes = `${formatMoney(wrong)} per wrong answer${person === undefined ? "" : `, ${formatMoney(person)} per answer by a person`}`;
  const width = Math.max(...costs.map(({ name }) => name.length));
  const lines = costs.map(
    (each) =>
      `  ${toOneLine(each.name).padEnd(width)}  ${formatMoney(each.mean)} [${formatMoney(each.low)}, ${formatMoney(each.high)}]  wrong ${formatPercent(each.wrong)}, to a person ${formatPercent(each.person)}`,
  );
  const advice = members.map(describeAdvice);
  return `expected cost per question at ${stakes}, on ${rows} questions of kind ${kind}:\n${[...lines, ...advice].join("\n")}\n`;
}
