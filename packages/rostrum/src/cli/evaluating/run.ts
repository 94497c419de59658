import { hash } from "node:crypto";
import { AbortError } from "../../errors.ts";
import { evaluate, type EvalOptions, type EvalReport } from "../../eval/index.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { findPanel } from "../discovery/find-panel.ts";
import { catchInterrupts } from "../io.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { openJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { loadItems } from "./dataset.ts";
import { makePlan, type EvalFlags, type Plan } from "./plan.ts";
import { createProgressLine } from "./progress.ts";

export interface EvaluatedPanel {
  /** Its name and file, or "inline". */
  name: string;
  config: ConfigPatch;
}

export interface Evaluation {
  plan: Plan;
  panel: EvaluatedPanel;
  items: EvalOptions["items"];
}

/** Reads everything that an evaluation needs, so that mistakes show before any model is called. */
export async function prepareEvaluation(
  path: string | undefined,
  flags: EvalFlags,
  output: Output,
): Promise<Evaluation> {
  const plan = await makePlan(path, flags);
  const items = await loadItems(plan);
  return { plan, items, panel: await findEvaluatedPanel(plan.panel, flags.config, output.say) };
}

/** The panel under test, chosen as `ask` chooses. */
async function findEvaluatedPanel(
  wanted: Plan["panel"],
  configPath: string | undefined,
  say: (line: string) => void,
): Promise<EvaluatedPanel> {
  if (typeof wanted === "object") return { name: "inline", config: wanted };
  const { name, config, file } = await findPanel(wanted, configPath, say);
  return { name: file === null ? name : `${name} of ${file.path}`, config };
}

/** Asks every member of a panel each question once, for commands that learn from the replies. */
export async function askEachOnce(
  flags: EvalFlags,
  output: Output,
): Promise<Evaluation & { report: EvalReport }> {
  const prepared = await prepareEvaluation(undefined, { ...flags, arms: "vote" }, output);
  // What was learned before must not decide who is asked now.
  const { poll: _, stakes: __, decide: ___, route: ____, ...config } = prepared.panel.config;
  const panel = { ...prepared.panel, config };
  return { ...prepared, report: await runEvaluation({ ...prepared, panel }, flags, output) };
}

/** Runs an evaluation, with its progress on stderr. */
export async function runEvaluation(
  { plan, panel, items }: Evaluation,
  { journal: kept }: EvalFlags,
  output: Output,
): Promise<EvalReport> {
  const id = makeId(plan, panel);
  const { answer, arms, grade, maxCost, concurrency } = plan;
  const journal =
    kept === false ? null : await openJournal(typeof kept === "string" ? kept : undefined);
  const progress = createProgressLine(output, maxCost);
  const interrupts = catchInterrupts(output.io.signals, () => {
    progress.end();
    output.say("stopping");
  });
  if (journal !== null) output.say(`${id}: if it is stopped, the same command resumes it`);
  try {
    return await evaluate({
      id,
      items,
      panel: { ...panel.config, ...omitUndefined({ answer }) } as EvalOptions["panel"],
      arms,
      ...omitUndefined({ grade, maxCost, concurrency }),
      ...(journal === null ? {} : { journal }),
      signal: interrupts.signal,
      onProgress: progress.show,
    });
  } catch (error) {
    if (!(error instanceof AbortError)) throw error;
    throw new UserError(`${id} was stopped`, [
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
function makeId({ dataset, layout, answer }: Plan, { name, config }: EvaluatedPanel): string {
  const parts = { dataset, layout, answer, name, config };
  return `eval_${hash("sha256", JSON.stringify(parts), "hex").slice(0, 12)}`;
}
