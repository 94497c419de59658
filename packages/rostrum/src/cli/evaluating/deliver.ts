import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvalReport } from "../../eval/index.ts";
import { compareReports } from "../../eval/report/compare.ts";
import { reportHtml } from "../../eval/report/html.ts";
import { reportJson, type Snapshot } from "../../eval/report/json.ts";
import { comparisonTable, reportTable } from "../../eval/report/table.ts";
import { visibleJson } from "../../export/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { Output } from "../terminal/output.ts";
import type { EvalFlags } from "./flags.ts";
import type { EvaluatedPanel } from "./panel.ts";
import type { Plan } from "./plan.ts";

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
