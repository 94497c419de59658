import { hash } from "node:crypto";
import { access, constants, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AbortError } from "../../errors.ts";
import { evaluate, type EvalOptions, type EvalReport } from "../../eval/index.ts";
import { readSnapshot, compareReports } from "../../eval/report/compare.ts";
import { oneLine, visibleJson } from "../../export/index.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { openJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { fileTrouble, UserError } from "../user-error.ts";
import { itemsOf } from "./dataset.ts";
import { planFrom, type EvalFlags, type Plan } from "./plan.ts";
import { progressLine } from "./progress.ts";
import { reportHtml } from "../../eval/report/html.ts";
import { reportJson, type Snapshot } from "../../eval/report/json.ts";
import { comparisonTable, reportTable } from "../../eval/report/table.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import { choosePanel } from "../config/choose-panel.ts";
import { findConfig, loadConfig } from "../config/load.ts";
import type { ConfigPatch } from "../options/flags.ts";

/** An evaluation from flags to report. Everything is checked before any model is called. */
export async function runEvaluation(
  path: string | undefined,
  flags: EvalFlags,
  output: Output,
): Promise<ExitCode> {
  const plan = await planFrom(path, flags);
  const items = await itemsOf(plan);
  const earlier = flags.compare === undefined ? null : await earlierRun(flags.compare);
  const panel = await panelOf(plan.panel, flags.config, output.say);
  if (flags.out !== undefined) await checkFolder(flags.out);
  const id = idOf(plan, panel);
  const { answer } = plan;
  const report = await evaluated(
    {
      id,
      items,
      panel: {
        ...panel.config,
        ...(answer === undefined ? {} : { answer }),
      } as EvalOptions["panel"],
      arms: plan.arms,
      ...(plan.grade === undefined ? {} : { grade: plan.grade }),
      ...(plan.maxCost === undefined ? {} : { maxCost: plan.maxCost }),
      ...(plan.concurrency === undefined ? {} : { concurrency: plan.concurrency }),
    },
    flags,
    output,
  );
  await deliver({ report, plan, panel, earlier, flags, output });
  return report.stopped === null ? EXIT.answered : EXIT.budget;
}

/** Asks every member of a panel each question once, for commands that learn from the replies. */
export async function askedOnce(
  flags: EvalFlags,
  output: Output,
): Promise<{ report: EvalReport; panel: EvaluatedPanel; plan: Plan }> {
  const plan = await planFrom(undefined, { ...flags, arms: "vote" });
  const items = await itemsOf(plan);
  const chosen = await panelOf(plan.panel, flags.config, output.say);
  // What was learned before must not decide who is asked now.
  const { poll: _, stakes: __, decide: ___, route: ____, ...config } = chosen.config;
  const panel = { ...chosen, config };
  const answer = plan.answer === undefined ? {} : { answer: plan.answer };
  const report = await evaluated(
    {
      id: idOf(plan, panel),
      items,
      panel: { ...config, ...answer } as EvalOptions["panel"],
      arms: plan.arms,
      ...(plan.maxCost === undefined ? {} : { maxCost: plan.maxCost }),
      ...(plan.concurrency === undefined ? {} : { concurrency: plan.concurrency }),
    },
    flags,
    output,
  );
  return { report, panel: chosen, plan };
}

async function evaluated(
  options: EvalOptions,
  { journal: kept }: EvalFlags,
  output: Output,
): Promise<EvalReport> {
  const journal =
    kept === false ? null : await openJournal(typeof kept === "string" ? kept : undefined);
  const progress = progressLine(output, options.maxCost);
  const interrupts = catchInterrupts(output.io.signals, () => {
    progress.end();
    output.say("stopping");
  });
  if (journal !== null) output.say(`${options.id}: if it is stopped, the same command resumes it`);
  try {
    return await evaluate({
      ...options,
      signal: interrupts.signal,
      onProgress: progress.show,
      ...(journal === null ? {} : { journal }),
    });
  } catch (error) {
    if (!(error instanceof AbortError)) throw error;
    throw new UserError(`${options.id ?? "the evaluation"} was stopped`, [
      journal === null
        ? "nothing was kept, because of --no-journal"
        : "every finished call is kept: the same command resumes it and pays for none twice",
    ]);
  } finally {
    progress.end();
    interrupts.dispose();
    await journal?.close();
  }
}

/**
 * An id of the samples, not of the arms: with more arms, more questions or a higher limit, what is already paid
 * for is reused.
 */
function idOf({ dataset, layout, answer }: Plan, { name, config }: EvaluatedPanel): string {
  const parts = { dataset, layout, answer, name, config };
  return `eval_${hash("sha256", JSON.stringify(parts), "hex").slice(0, 12)}`;
}

/** The folder for the reports must be writable before anything is paid for. */
async function checkFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const words =
      code === "EEXIST" ? `expected a folder, got the file ${path}` : fileTrouble(error, path);
    throw new UserError(`--out: ${words}`);
  }
}

async function earlierRun(path: string): Promise<ReturnType<typeof readSnapshot>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UserError(`--compare: ${oneLine(fileTrouble(error, path))}`);
  });
  return readSnapshot(text, path);
}

export interface Delivery {
  report: EvalReport;
  plan: Plan;
  panel: EvaluatedPanel;
  earlier: Snapshot | null;
  flags: EvalFlags;
  output: Output;
}

/** The table or JSON on stdout, and the report files if they are requested. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { report, plan, panel, earlier, flags, output } = delivery;
  const date = new Date();
  const comparison = earlier && compareReports(report, earlier);
  const snapshot = {
    ...reportJson(report, { date, options: { ...plan, panel: panel.name } }),
    ...(comparison === null ? {} : { comparison }),
  };
  if (flags.out !== undefined) {
    const answer = (plan.answer ?? panel.config["answer"]) as AnswerKind<unknown> | undefined;
    const paths = { json: join(flags.out, "report.json"), html: join(flags.out, "report.html") };
    await mkdir(flags.out, { recursive: true });
    await writeFile(paths.json, `${JSON.stringify(snapshot)}\n`);
    await writeFile(paths.html, reportHtml(report, { date, answer, comparison }));
    output.say(`wrote ${paths.json} and ${paths.html}`);
  }
  if (flags.json) {
    output.print(`${visibleJson(snapshot)}\n`);
    return;
  }
  const color = output.stdoutStyle.colours;
  output.print(reportTable(report, { color }));
  if (comparison !== null) output.print(`\n${comparisonTable(comparison, { color })}`);
}

export interface EvaluatedPanel {
  /** Its name and file, or "inline". */
  name: string;
  config: ConfigPatch;
}

/** The panel under test, chosen as `ask` chooses. */
export async function panelOf(
  wanted: Plan["panel"],
  configPath: string | undefined,
  say: (line: string) => void,
): Promise<EvaluatedPanel> {
  if (typeof wanted === "object") return { name: "inline", config: wanted };
  const path = configPath ?? findConfig(process.cwd());
  const file = path === null ? null : await loadConfig(path);
  const chosen = choosePanel(wanted, file);
  if (chosen !== null) {
    const from = chosen.file === null ? "" : ` of ${chosen.file.path}`;
    return { name: `${chosen.name}${from}`, config: chosen.config };
  }
  const { panelFromSurroundings } = await import("../discovery/default-panel.ts");
  const { name, config } = await panelFromSurroundings(say);
  return { name, config };
}
