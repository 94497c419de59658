import { dirname, relative } from "node:path";
import type { Command } from "commander";
import { readNumber } from "../options/read-flag.ts";
import { addDataFlags, datasetIn } from "./data-flags.ts";
import { type Context, newCommand } from "./new-command.ts";
import { UserError } from "../user-error.ts";
import { callCost, promptTokens } from "../../api/index.ts";
import { expectedCosts, type ExpectedCost } from "../../eval/index.ts";
import { money, oneLine, percent, visibleJson } from "../../export/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { Stakes } from "../../protocol/options.ts";
import type { ChosenPanel } from "../config/choose-panel.ts";
import type { EvalFlags } from "../evaluating/plan.ts";
import { askedOnce } from "../evaluating/run.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";
import { calibrationFrom, written } from "../calibrating/calibrate.ts";
import { debatesOf } from "../calibrating/labelled-debates.ts";
import {
  costsOf,
  fileBeside,
  membersOf,
  panelToWrite,
  PROMPT,
  writePanel,
} from "../calibrating/write-panel.ts";

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

export interface TuneFlags extends EvalFlags {
  wrong?: number;
  person?: number;
  dryRun?: boolean;
}

/** `rostrum tune`: asks the panel, calibrates, writes the panel into the config, and says what to expect. */
export async function runTune(
  dataset: string,
  flags: TuneFlags,
  output: Output,
): Promise<ExitCode> {
  const stakes = stakesFrom(flags);
  const chosen = await panelToWrite(flags);
  checkPrices(chosen, stakes);
  const { report, panel, plan } = await askedOnce({ ...flags, dataset }, output);
  const answer = plan.answer ?? panel.config["answer"];
  const source = `${dataset}, panel ${panel.name}`;
  const calibration = calibrationFrom(debatesOf(report), source, answer, output.say);
  const questions = report.rows.map(({ item }) => promptTokens(item.question, []));
  const input = PROMPT + questions.reduce((sum, tokens) => sum + tokens, 0) / questions.length;
  const costs = costsOf(chosen, calibration, input);
  const expected = Object.entries(calibration.kinds).map(([kind, known]) => ({
    kind,
    rows: known.rows,
    costs: expectedCosts(known, costs, stakes),
  }));
  if (flags.json) output.print(`${visibleJson({ stakes, expected }, 2)}\n`);
  else output.print(expected.map((each) => table(each, stakes)).join("\n"));
  if (flags.dryRun !== true) await write(chosen, calibration, stakes, flags, output);
  return report.stopped === null ? EXIT.answered : EXIT.budget;
}

function stakesFrom({ wrong, person }: TuneFlags): Stakes {
  if (wrong === undefined) {
    throw new UserError("expected what a wrong answer costs, got nothing", [
      "rostrum tune questions.jsonl --wrong 2 --person 5",
    ]);
  }
  return person === undefined ? { wrong } : { wrong, person };
}

function checkPrices({ config }: ChosenPanel, stakes: Stakes): void {
  const members = membersOf(config);
  const unpriced = members.find((member) => callCost(member, {}, 1) === null);
  if (unpriced) {
    throw new UserError(
      `the price of ${oneLine(unpriced.name)} (${unpriced.model.id}) is not known, so what it saves can't be compared with ${money(stakes.wrong)}`,
      ["give the debater a price: { input, output } in US dollars per million tokens"],
    );
  }
}

function table(
  { kind, rows, costs }: { kind: string; rows: number; costs: readonly ExpectedCost[] },
  { wrong, person }: Stakes,
): string {
  const stakes = `${money(wrong)} per wrong answer${person === undefined ? "" : `, ${money(person)} per answer by a person`}`;
  const width = Math.max(...costs.map(({ name }) => name.length));
  const lines = costs.map(
    (each) =>
      `  ${oneLine(each.name).padEnd(width)}  ${money(each.mean)} [${money(each.low)}, ${money(each.high)}]  wrong ${percent(each.wrong)}, to a person ${percent(each.person)}`,
  );
  return `expected cost per question at ${stakes}, on ${rows} questions of kind ${kind}:\n${lines.join("\n")}\n`;
}

async function write(
  { file, name }: ChosenPanel,
  calibration: Calibration,
  stakes: Stakes,
  { out }: TuneFlags,
  output: Output,
): Promise<void> {
  if (file === null) return;
  const folder = dirname(file.path);
  const place = out ?? fileBeside(file.path, name, "calibration");
  await written(place, `${JSON.stringify(calibration)}\n`);
  const backup = await writePanel(file.path, name, {
    poll: { type: "sequential", calibration: relative(folder, place) },
    stakes,
  });
  output.say(`panel "${oneLine(name)}" is written to ${file.path}; the file before is ${backup}`);
  output.say(`its calibration is ${place}`);
}
