import { dirname, relative } from "node:path";
import { callCost, promptTokens } from "../../api/index.ts";
import { expectedCosts, type ExpectedCost } from "../../eval/index.ts";
import { money, oneLine, percent, visibleJson } from "../../export/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { Stakes } from "../../protocol/options.ts";
import type { ChosenPanel } from "../config/choose-panel.ts";
import type { EvalFlags } from "../evaluating/flags.ts";
import { askedOnce } from "../evaluating/run.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { calibrationFrom, written } from "./calibrate.ts";
import { debatesOf } from "./labelled-debates.ts";
import { costsOf, fileBeside, membersOf, panelToWrite, PROMPT } from "./panel-to-write.ts";
import { writePanel } from "./write-panel.ts";

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
