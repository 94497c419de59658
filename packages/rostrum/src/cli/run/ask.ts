import type { DebateConfig } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { AbortError, ConfigError } from "../../errors.ts";
import { visibleJson } from "../../export/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { Recorder } from "../../record/index.ts";
import { EXIT, exitCodeOf, type ExitCode } from "../exit-code.ts";
import { catchInterrupts, type CliIo } from "../io.ts";
import { type ConfigPatch, inFlags } from "../options/flags.ts";
import { planLines, planWords, warningLines } from "../report/lines.ts";
import { isInteractive } from "../terminal/confirm.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { askPeople, askReview } from "./ask-people.ts";
import { type AskFlags, type Task, followingTask, newTask, resumedTask } from "./task.ts";
import { runDebate } from "./run-debate.ts";
import { openJournal } from "./journal.ts";
import { reportFailure, reportResult, type Reporting } from "../report/result.ts";
import { eventLines, progressView } from "../live/view.ts";
import { whyNotArithmetic } from "../../models/index.ts";
import { waysToAModel } from "../discovery/default-panel.ts";

/** Asks a panel and reports. The exit code says how it went. */
export async function askPanel(
  words: readonly string[],
  flags: AskFlags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  checkFlags(flags, words);
  const { resume, follow } = flags;
  return holdTask({
    flags,
    patch,
    output,
    task(say, journal) {
      if (resume !== undefined) return resumedTask(resume, journal as RunStore, patch);
      const { stdin } = output.io;
      return follow === undefined
        ? newTask(words, flags, patch, stdin, say)
        : followingTask(words, flags, patch, stdin, say, journal as RunStore);
    },
  });
}

export interface Held {
  /** What is asked of which panel. `say` tells where the panel came from. */
  task(say: (line: string) => void, journal: RunStore | null): Promise<Task>;
  flags: AskFlags;
  patch: ConfigPatch;
  output: Output;
  /** Prints the result and says how it went; the usual report unless told. */
  report?(result: DebateResult): ExitCode;
}

/** Holds a debate: its plan, its journal, its progress, and its result. */
export async function holdTask({
  task: prepare,
  flags,
  patch,
  output,
  report,
}: Held): Promise<ExitCode> {
  const say = flags.quiet ? () => undefined : output.say;
  const journal = await journalFor(flags);
  try {
    const task = await prepare(say, journal);
    refuseToWaitAlone(task, output.io);
    const debate = debateFor(task, journal, patch);
    refusePeopleAlone(debate, output.io);
    if (flags.resume === undefined) refuseBeyondArithmetic(task);
    const plan = debate.plan(task.question);
    for (const line of warningLines(plan)) output.say(output.style.yellow(line));
    if (flags.dryRun) {
      output.print(flags.json ? `${visibleJson(plan, 2)}\n` : `${planLines(plan).join("\n")}\n`);
      return EXIT.answered;
    }
    say(output.style.dim(planWords(plan)));
    const phrase = (message: string): string => inFlags(message, patch);
    return await holdAndReport(debate, task, {
      flags,
      output,
      kept: journal !== null,
      words: phrase,
      given: plan.warnings,
      ...(report ? { report } : {}),
    });
  } finally {
    await journal?.close();
  }
}

async function holdAndReport(
  debate: Debate,
  task: Task,
  reporting: Reporting & Pick<Held, "report">,
): Promise<ExitCode> {
  const { flags, output } = reporting;
  const view = progressView(flags, output);
  const views = flags.events ? [view, eventLines(output)] : [view];
  const recorder = new Recorder();
  const interrupts = catchInterrupts(output.io.signals, () =>
    view.note("stopping; once more to stop at once"),
  );
  let result: DebateResult;
  try {
    result = await runDebate(debate, {
      question: task.question,
      ...(task.follow ? { follow: task.follow } : {}),
      run: {
        id: task.id,
        metadata: task.metadata,
        signal: AbortSignal.any([interrupts.signal, output.closed]),
      },
      listen(event) {
        if (event.type !== "debate.delta") recorder.apply(event);
        for (const each of views) each.event(event);
      },
      askReview() {
        view.close();
        return askReview(recorder.record(), output);
      },
      askPeople(wait) {
        view.close();
        return askPeople(task.id, wait, recorder.record(), output);
      },
    });
  } catch (error) {
    view.close();
    // The reader of stdout is gone, so there is nobody to report to.
    if (error instanceof AbortError && output.closed.aborted) return EXIT.error;
    const partial = recorder.record().result;
    return reportFailure(error, { ...reporting, id: task.id, partial });
  } finally {
    interrupts.dispose();
  }
  view.close();
  if (reporting.report) return reporting.report(result);
  reportResult(result, reporting);
  return exitCodeOf(result);
}

function refuseToWaitAlone({ config }: Task, io: CliIo): void {
  if (config["onEscalate"] !== "wait" || isInteractive(io)) return;
  throw new UserError("onEscalate is wait, but there is no terminal in which to ask a person", [
    "--on-escalate flag",
  ]);
}

function refusePeopleAlone(debate: Debate, io: CliIo): void {
  if (isInteractive(io)) return;
  if (debate.config.onRound === "wait") {
    throw new UserError("onRound is wait, but there is no terminal in which to ask a person", [
      "--on-round go",
    ]);
  }
  const person = Object.values(debate.workers()).find(
    ({ model }) => typeof model === "string" && model.startsWith("human:"),
  );
  if (person === undefined) return;
  throw new UserError(
    `there is no terminal in which to ask ${String(person.model).slice("human:".length)}`,
    ["run it in a terminal, or under `rostrum serve`, where people speak on the page or over REST"],
  );
}

function debateFor(task: Task, journal: RunStore | null, patch: ConfigPatch): Debate {
  try {
    // The config is unchecked here; the engine checks every field.
    return new Debate({
      ...task.config,
      ...(journal ? { journal } : {}),
    } as unknown as DebateConfig);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const words = inFlags(error.message, patch);
    if (words === error.message && task.source === "") throw error;
    const hints =
      words !== error.message && error.field === "budget.usd" && error.message.includes("price")
        ? ["cap --max-calls or --max-tokens instead of --max-cost", "or give the debater a price"]
        : [];
    const bare = words.replace(/ Give it a `price`, or cap .*$/, "");
    throw new UserError(
      words === error.message ? `${task.source}: ${words}` : hints.length > 0 ? bare : words,
      hints,
      { cause: error },
    );
  }
}

async function journalFor({ journal, dryRun, resume, follow }: AskFlags): Promise<RunStore | null> {
  if (journal === false || (dryRun && resume === undefined && follow === undefined)) return null;
  return openJournal(typeof journal === "string" ? journal : undefined);
}

function checkFlags(
  { json, events, journal, resume, file, follow, carry }: AskFlags,
  words: readonly string[],
): void {
  if (json && events)
    throw new UserError("--json and --events both write to stdout: use one of them");
  if (follow !== undefined && journal === false)
    throw new UserError("--follow needs the journal: remove --no-journal");
  if (follow !== undefined && resume !== undefined)
    throw new UserError("--resume continues a run and --follow begins another: use one of them");
  if (carry !== undefined && follow === undefined)
    throw new UserError("--carry says what --follow carries over: add --follow");
  if (resume === undefined) return;
  if (journal === false) throw new UserError("--resume needs the journal: remove --no-journal");
  if (words.length > 0 || file !== undefined) {
    throw new UserError("--resume continues the run's own question: remove the question");
  }
}

/** Refuses a question that a panel of embedded networks can't answer, before a run begins. */
export function refuseBeyondArithmetic({ question, config, source }: Task): void {
  if (!isEmbeddedOnly(config["debaters"])) return;
  const reason = whyNotArithmetic(typeof question === "string" ? question : question.text);
  if (reason === null) return;
  const where = source === "" ? "" : ` (${source})`;
  throw new UserError(
    `the panel has only embedded debaters${where}, which do only arithmetic; ` +
      `they can't answer this question: ${reason}`,
    [
      ...waysToAModel(),
      source === ""
        ? "then rostrum init writes a config, and rostrum doctor checks it"
        : "then rostrum init --force writes a config with panels of what it finds",
      'a question that they can answer: rostrum --panel embedded "What is 12+15*21?"',
    ],
  );
}

function isEmbeddedOnly(debaters: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(debaters) ? debaters : [debaters];
  return list.length > 0 && list.every((debater) => /^embedded\b/.test(modelOf(debater)));
}

function modelOf(debater: unknown): string {
  const model: unknown =
    typeof debater === "object" && debater !== null && "model" in debater ? debater.model : debater;
  return typeof model === "string" ? model : "";
}
