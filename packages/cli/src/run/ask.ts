import type {
  Budget,
  BudgetLimits,
  DebateEvent,
  DebatePlan,
  DebateResult,
  PaidCall,
} from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import {
  type Debate,
  createStream,
  isBudget,
  prepareModels,
  resolveConfig,
} from "@rostrum/runtime/api";
import {
  AbortError,
  ConfigError,
  omitUndefined,
  stringifyVisible,
  toOneLine,
  isPlainObject,
} from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";

import { fold, Recorder, type DebateRecord } from "@rostrum/core/record";
import { EXIT, chooseExitCode, type ExitCode } from "../exit-code.ts";
import { readErrorMessage } from "../report/error.ts";
import { catchInterrupts, type CliIo } from "../io.ts";
import { type ConfigPatch, nameFlags } from "../options/flags.ts";
import { findUnlisted, type UnlistedModel } from "../discovery/find-unlisted.ts";
import { describePlan, formatPlanLines, formatWarning } from "../report/lines.ts";
import { describeMembers } from "./describe-members.ts";
import { explainPanelFailure } from "../report/panel-failure.ts";
import { isInteractive } from "../terminal/prompt.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { askForReview, askPeople } from "./ask-people.ts";
import { createDebate } from "./create-debate.ts";
import { sealMetadata } from "./origin.ts";
import { makeTask, type AskFlags, type AskTask } from "./task.ts";
import { openExistingJournal, openFlaggedJournal } from "./journal.ts";
import { reportFailure, reportResult, type Reporting } from "../report/result.ts";
import { refuseOtherMaterial } from "./refuse-other-material.ts";
import { refuseTooLittle, refuseWithoutReport } from "./refuse-too-little.ts";
import { refuseWithoutQuorum } from "./refuse-without-quorum.ts";
import { DisplayNames } from "../members/display-names.ts";
import { createProgressView } from "../live/view.ts";
import { whyNotArithmetic } from "@rostrum/embedded/arithmetic";
import { hasAnyKey, listWaysToAModel } from "../discovery/find-panel.ts";
import { withConsent } from "../discovery/program-consent.ts";
import { refuseSubscriptionsInCi } from "../discovery/subscription-members.ts";

/** Asks a panel and prints the result. */
export async function askPanel(
  words: readonly string[],
  flags: AskFlags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  checkFlags(flags, words);
  const { stdin, stderr } = output.io;
  const isAtTerminal = stderr.isTTY === true;
  const warn = (line: string): void => output.say(output.style.yellow(`warning: ${line}`));
  return runTask({
    flags,
    patch,
    output,
    buildTask: (say, journal) =>
      makeTask(words, { flags, patch, stdin, say, warn, journal, isAtTerminal }),
  });
}

export interface PreparedAsk {
  /** Builds the task. `say` reports which panel is used, and why. */
  buildTask(say: (line: string) => void, journal: RunStore | null): Promise<AskTask>;
  flags: AskFlags;
  patch: ConfigPatch;
  output: Output;
  /** Called before the first call. Not called if a finished run is only reported again. */
  beforeCalls?(): Promise<void>;
  /** Prints the result and chooses the exit code. Default: the report of `rostrum ask`. */
  report?(
    result: DebateResult,
    record: DebateRecord,
    /** Warnings that were printed before the first call. */
    printedWarnings: readonly string[],
  ): ExitCode | Promise<ExitCode>;
  /** Called after a failure was reported. */
  fail?(error: unknown, record: DebateRecord): Promise<void>;
  /** Additional fields of the JSON output of `--dry-run`. */
  planFields?: object;
}

/** Runs a debate in the terminal: plan, journal, progress and result. */
export async function runTask(ask: PreparedAsk): Promise<ExitCode> {
  const { buildTask, flags, patch, output, beforeCalls, report, fail, planFields = {} } = ask;
  const say = flags.quiet ? () => undefined : output.say;
  const isNew = flags.resume === undefined && flags.follow === undefined;
  const openJournal = flags.dryRun && isNew ? openExistingJournal : openFlaggedJournal;
  const journal = await openJournal(flags.journal);
  try {
    const prepared = await withConsent(() => buildTask(say, journal), output);
    const task =
      journal === null ? prepared : { ...prepared, metadata: sealMetadata(prepared.metadata) };
    refuseSubscriptionsInCi(task.config);
    const unlisted = await findUnlisted(task.config);
    const debate = makeDebate(task, journal, unlisted, (error) => nameFlags(error, patch, flags));
    for (const { warning } of unlisted) say(formatWarning(warning, output.style));
    checkPeople(debate, output.io);
    if (flags.resume === undefined) checkArithmetic(task, flags);
    const reporting = {
      flags,
      output,
      isStored: journal !== null,
      describeError: (error: unknown) => nameFlags(error, patch, flags),
      ...omitUndefined({ report, fail }),
    };
    const begun = fold((await journal?.eventsFrom(task.id, 0)) ?? []);
    if (!flags.dryRun && flags.resume === undefined) refuseOtherMaterial(begun, task.question);
    if (!flags.dryRun && isFinished(begun))
      return await runAndReport(debate, task, { ...reporting, isReplay: true });
    // A missing key is reported before a price and the id of a run that never begins.
    if (!flags.dryRun) await checkModels(task, reporting.describeError);
    if (!flags.dryRun) refuseWithoutQuorum(task, unlisted, begun);
    const plan = await debate.plan(task.question, task);
    // A run that has begun goes on with what its replies left of the budget.
    if (flags.resume === undefined) {
      refuseTooLittle(plan, debate, patch);
      refuseWithoutReport(plan, patch);
    }
    // Under a limit that is too small, members don't read the repository, and a warning says so.
    const isReading = readsRepository(task.config) && plan.warnings.length === 0;
    for (const warning of plan.warnings) output.say(formatWarning(warning, output.style));
    if (flags.dryRun) {
      say(output.style.dim(describeMembers(debate)));
      output.print(
        flags.json
          ? `${stringifyVisible({ ...plan, ...planFields }, 2)}\n`
          : `${formatPlanLines(plan, { isCapped: isCapped(task.config), isReading }).join("\n")}\n`,
      );
      return EXIT.answered;
    }
    // Print the run's id, so that the run can be continued if the terminal is lost.
    const run = journal ? `; run ${toOneLine(task.id)}${describeKept(begun)}` : "";
    const cap = needsCapHint(plan, task.config) ? "; to cap it: --max-cost" : "";
    say(output.style.dim(describePlan(plan, isReading) + cap + run));
    return await runAndReport(debate, task, {
      ...reporting,
      ...omitUndefined({ beforeCalls }),
      printedWarnings: plan.warnings,
    });
  } finally {
    await journal?.close();
  }
}

/** True if a stored run is complete, so that running it again calls no model. */
function isFinished({ status, result }: DebateRecord): boolean {
  return status === "completed" && !["budget", "panel_failed"].includes(result.stopReason);
}

/** ", 2 replies kept". Empty for a new run. */
function describeKept({ result }: DebateRecord): string {
  const { completed } = result.integrity;
  return completed === 0 ? "" : `, ${formatCount(completed, "reply", "replies")} kept`;
}

async function runAndReport(
  debate: Debate,
  task: AskTask,
  reporting: Reporting &
    Pick<PreparedAsk, "beforeCalls" | "report" | "fail"> & { isReplay?: boolean },
): Promise<ExitCode> {
  const { flags, output } = reporting;
  const view = createProgressView({ ...flags, quiet: flags.quiet || reporting.isReplay }, output);
  const recorder = new Recorder();
  const displayNames = new DisplayNames();
  // Programs expect the names of the config.
  let lastCalls: readonly PaidCall[] = [];
  const isForPrograms = flags.json === true || flags.sarif === true;
  using interrupts = catchInterrupts(output.io.signals, () =>
    view.note("stopping; press Ctrl-C again to stop immediately"),
  );
  let result: DebateResult;
  try {
    const signal = AbortSignal.any([interrupts.signal, output.closed]);
    await reporting.beforeCalls?.();
    result = await readStream(startStream(debate, task, signal), async (event) => {
      const shownEvent = isForPrograms ? event : displayNames.rename(event);
      if (shownEvent.type !== "debate.delta") recorder.apply(shownEvent);
      view.event(shownEvent);
      if (event.type === "debate.failed") lastCalls = event.calls;
      if (flags.events) output.print(`${stringifyVisible(event)}\n`);
      const asksReview = event.type === "debate.escalated" && event.waiting;
      if (asksReview || event.type === "debate.waiting") view.close();
      if (asksReview) await askForReview(debate, task.id, recorder.record(), output);
      if (event.type === "debate.waiting")
        await askPeople(debate, event, recorder.record(), output);
    });
  } catch (error) {
    view.close();
    const record = recorder.record();
    // Nobody reads stdout any more, so there is nobody to report to.
    if (error instanceof AbortError && output.closed.aborted) {
      await reporting.fail?.(error, record);
      return EXIT.error;
    }
    // A command with its own report must be run again itself; `ask --resume` would report differently.
    const resumeCommand = reporting.report && `the same command with --id ${task.id}`;
    const failed = {
      ...reporting,
      id: task.id,
      partial: record.started === null ? null : record.result,
      record,
      lastCalls,
      describeError: (cause: unknown) =>
        displayNames.renameText((reporting.describeError ?? readErrorMessage)(cause)),
      ...omitUndefined({ resumeCommand }),
    };
    const code = reportFailure(explainPanelFailure(error, record) ?? error, failed);
    await reporting.fail?.(error, record);
    return code;
  }
  view.close();
  if (reporting.isReplay && !flags.quiet)
    output.say(
      output.style.dim(`run ${toOneLine(task.id)} is already finished: nothing is asked or paid`),
    );
  const record = recorder.record();
  const shownResult = isForPrograms ? result : (record.result as DebateResult);
  if (reporting.report)
    return reporting.report(shownResult, record, reporting.printedWarnings ?? []);
  reportResult(shownResult, { ...reporting, record });
  return chooseExitCode(result);
}

type EventStream = ReturnType<Debate["stream"]>;

function startStream(
  debate: Debate,
  { id, metadata, question, follow }: AskTask,
  signal: AbortSignal,
): EventStream {
  if (follow === undefined) return debate.stream(question, { id, metadata, signal });
  return createStream((onEvent, left) => {
    const { id: parent, ...carried } = follow;
    const either = AbortSignal.any([signal, left]);
    return debate.follow(parent, question, { id, metadata, ...carried, signal: either, onEvent });
  });
}

/** Delivers events one at a time, so that nothing is printed while a person is being asked. */
async function readStream(
  stream: EventStream,
  onEvent: (event: DebateEvent) => Promise<void>,
): Promise<DebateResult> {
  try {
    for await (const event of stream) await onEvent(event);
    return await stream.result;
  } catch (error) {
    // Leaving the loop stops the run. Wait for its last writes before the journal is closed.
    await stream.result.catch(() => undefined);
    throw error;
  }
}

/** True if nothing is capped, and the worst case is so far above the usual cost that a hint about --max-cost helps. */
function needsCapHint({ usd: { typical, max } }: DebatePlan, config: ConfigPatch): boolean {
  return !isCapped(config) && typical !== null && max !== null && max >= 1 && max > 20 * typical;
}

function isCapped(config: ConfigPatch): boolean {
  const budget = config["budget"] as Budget | BudgetLimits | undefined;
  return (isBudget(budget) ? budget.limits : budget)?.usd !== undefined;
}

function readsRepository({ tools }: ConfigPatch): boolean {
  return isPlainObject(tools) && tools["repository"] !== undefined;
}

/** Throws if a debate would wait for people and there is no terminal to ask them in. */
function checkPeople(debate: Debate, io: CliIo): void {
  if (isInteractive(io)) return;
  const { config } = debate;
  const noTerminal = "there is no terminal in which to ask";
  if (config.onEscalate === "wait")
    throw new UserError(`onEscalate is wait, but ${noTerminal} a person`, [
      "use `--on-escalate flag` to only mark the run, or run it in a terminal",
    ]);
  if (config.onRound === "wait")
    throw new UserError(`onRound is wait, but ${noTerminal} a person`, [
      "use `--on-round go` to continue after each round, or run it in a terminal",
    ]);
  const models = Object.values(debate.workers()).map(({ model }) => model);
  const person = models.find((model) => typeof model === "string" && model.startsWith("human:"));
  if (person === undefined) return;
  throw new UserError(`${noTerminal} ${String(person).slice("human:".length)}`, [
    "run it in a terminal, or under `rostrum serve`, where people speak on the page or over REST",
  ]);
}

function makeDebate(
  task: AskTask,
  journal: RunStore | null,
  unlisted: readonly UnlistedModel[],
  describeError: (error: unknown) => string,
): Debate {
  try {
    return createDebate(task.config, journal);
  } catch (error) {
    // A mistyped id has no price either. Nobody should look for one.
    if (unlisted.length > 0 && error instanceof ConfigError && error.field === "budget.usd")
      throw new UserError(unlisted.map(({ warning }) => warning).join("\n"));
    throw explainConfigError(error, task, describeError);
  }
}

/** Throws if a key, a package or a program is missing. Calls no model. */
async function checkModels(
  task: AskTask,
  describeError: (error: unknown) => string,
): Promise<void> {
  try {
    await prepareModels(resolveConfig(task.config));
  } catch (error) {
    throw explainConfigError(error, task, describeError);
  }
}

/** Words an error in a config for somebody who wrote flags or a file. */
function explainConfigError(
  error: unknown,
  { source }: AskTask,
  describeError: (error: unknown) => string,
): unknown {
  if (!(error instanceof ConfigError)) return error;
  const words = describeError(error);
  const prefix = words === error.message && source !== "" ? `${source}: ` : "";
  const hints =
    error.field === "budget.usd" ? ["Flags for other limits: --max-calls, --max-tokens"] : [];
  return new UserError(`${prefix}${words}`, hints, { cause: error });
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
    throw new UserError("--carry works only with --follow.", [
      "Add --follow (the latest run of this folder) or --follow <id>, or leave out --carry.",
    ]);
  if (resume === undefined) return;
  if (journal === false) throw new UserError("--resume needs the journal: remove --no-journal");
  if (words.length > 0 || file !== undefined) {
    throw new UserError("--resume continues the run's own question: remove the question");
  }
}

/** Refuses a question that a panel of embedded networks can't answer, before a run starts. */
function checkArithmetic(
  { question, config, source }: AskTask,
  { panel, follow }: Pick<AskFlags, "panel" | "follow">,
): void {
  if (!isEmbeddedOnly(config["debaters"])) return;
  const reason = whyNotArithmetic(typeof question === "string" ? question : question.text);
  if (reason === null) return;
  const otherPanel = panel === undefined ? "Choose another panel" : `Leave out --panel ${panel}`;
  const sourceNote = source === "" ? "" : ` (${source})`;
  throw new UserError(
    `This panel${sourceNote} does arithmetic only, and can't answer this question.`,
    [
      ...(follow === undefined ? [] : ["To follow another run: --follow <id>"]),
      ...(hasAnyKey()
        ? [`${otherPanel}.`]
        : [`${otherPanel}. If you have no models yet:`, ...listWaysToAModel()]),
    ],
  );
}

function isEmbeddedOnly(debaters: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(debaters) ? debaters : [debaters];
  return list.length > 0 && list.every((debater) => /^embedded\b/.test(getModelId(debater)));
}

function getModelId(debater: unknown): string {
  const model: unknown =
    typeof debater === "object" && debater !== null && "model" in debater ? debater.model : debater;
  return typeof model === "string" ? model : "";
}
