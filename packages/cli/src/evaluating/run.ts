import { hash } from "node:crypto";
import { AbortError, ConfigError, omitUndefined, toOneLine } from "@rostrum/core/support";
import { evaluate, type EvalOptions, type EvalReport, type EvalProgress } from "@rostrum/eval";
import { findPanel } from "../discovery/find-panel.ts";
import { catchInterrupts } from "../io.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { openFlaggedJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { loadItems } from "./dataset.ts";
import { makePlan, type EvalFlags, type Plan } from "./plan.ts";
import { formatCount, formatDuration, formatMoney } from "@rostrum/core/export";

export interface EvaluatedPanel {
  /** Name and file of the panel, or "inline". */
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
  const { panel: panelChoice } = plan;
  if (typeof panelChoice === "object")
    return { plan, items, panel: { name: "inline", config: panelChoice } };
  // Same choice as `rostrum ask` makes.
  const { name, config, file } = await findPanel(panelChoice, flags, output.say);
  return { plan, items, panel: { name: file ? `${name} of ${file.path}` : name, config } };
}

/** Asks every member each question once, for commands that learn from the replies. */
export async function askEachOnce(
  flags: EvalFlags,
  output: Output,
): Promise<Evaluation & { report: EvalReport }> {
  const prepared = await prepareEvaluation(undefined, { ...flags, arms: "vote" }, output);
  // Earlier results must not decide who is asked.
  const { poll: _, stakes: __, decide: ___, route: ____, ...config } = prepared.panel.config;
  const panel = { ...prepared.panel, config };
  return { ...prepared, report: await runEvaluation({ ...prepared, panel }, flags, output) };
}

/** Runs an evaluation, with its progress on stderr. */
export async function runEvaluation(
  { plan, panel, items }: Evaluation,
  { journal: journalFlag }: EvalFlags,
  output: Output,
): Promise<EvalReport> {
  const id = makeId(plan, panel);
  const { answer, arms, grade, maxCost, concurrency } = plan;
  const journal = await openFlaggedJournal(journalFlag);
  const progress = createProgressLine(output, maxCost);
  using interrupts = catchInterrupts(output.io.signals, () => {
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
    if (error instanceof ConfigError) throw nameRow(error, items);
    if (!(error instanceof AbortError)) throw error;
    throw new UserError(`${id} was stopped`, [
      journal === null
        ? "nothing was stored, because of --no-journal"
        : "every finished call is stored: the same command continues and pays for nothing twice",
    ]);
  } finally {
    progress.end();
    await journal?.close();
  }
}

/** Names the line of the data set instead of the index of an item whose known answer is refused. */
function nameRow(error: ConfigError, items: EvalOptions["items"]): Error {
  const index = /^items\[(\d+)\]\.gold$/.exec(error.field)?.[1];
  const item = index === undefined ? undefined : items[Number(index)];
  if (item === undefined) return error;
  const known = JSON.stringify(toOneLine(item.gold));
  return new UserError(
    `${item.id}: the known answer ${known} can't be read as an answer of the panel's kind, so no reply would count as right`,
    [
      "correct it, or set the kind of the answers with --answer; rostrum eval also takes --grade <model>, which compares",
    ],
  );
}

/**
 * Id of the samples. It doesn't depend on arms, number of questions or spending limit, so that paid calls are reused
 * when these change.
 */
function makeId({ dataset, layout, answer }: Plan, { name, config }: EvaluatedPanel): string {
  const parts = { dataset, layout, answer, name, config };
  return `eval_${hash("sha256", JSON.stringify(parts), "hex").slice(0, 12)}`;
}

export interface ProgressLine {
  show(progress: EvalProgress): void;
  /** Clears the line. */
  end(): void;
}

/** Interval between lines where a line can't be redrawn. */
const LOG_EVERY_MS = 10_000;
const CLEAR_LINE = "\r\u001b[2K";

/** Shows remaining time and money: one redrawn line in a terminal, otherwise a new line every few seconds. */
export function createProgressLine(
  { say, style, io }: Output,
  maxCost: number | undefined,
): ProgressLine {
  const { stderr } = io;
  const canRedraw = stderr.isTTY === true && process.env["TERM"] !== "dumb";
  let logged = 0;
  return {
    show(progress) {
      const line = formatProgress(progress, maxCost);
      if (canRedraw) {
        stderr.write(`${CLEAR_LINE}${style.dim(line.slice(0, (stderr.columns || 80) - 1))}`);
      } else if (progress.elapsedMs - logged >= LOG_EVERY_MS) {
        logged = progress.elapsedMs;
        say(line);
      }
    },
    end: () => void (canRedraw && stderr.write(CLEAR_LINE)),
  };
}

function formatProgress(
  { answered, done, total, calls, usd, leftMs }: EvalProgress,
  maxCost?: number,
): string {
  const spent = `${formatCount(calls, "call")}, ${formatMoney(usd)}`;
  const budgetNote =
    maxCost === undefined || usd === null
      ? ""
      : ` of ${formatMoney(maxCost)}, ${formatMoney(Math.max(0, maxCost - usd))} left`;
  // All questions are asked once before the first one is done.
  const questions =
    done === 0 ? `${answered}/${total} questions asked` : `${done}/${total} questions`;
  return `${questions} · ${formatDuration(leftMs)} left · ${spent}${budgetNote}`;
}
