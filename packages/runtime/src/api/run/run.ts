import {
  countMostRounds,
  createBudget,
  type DebateShape,
  isPerson,
  listCallableModels,
  listModels,
  type ResolvedConfig,
  type Task,
  withAlternates,
} from "@rostrum/core/debate";
import type {
  Budget,
  BudgetLimits,
  DebateConfig,
  DebateEvent,
  HeardNote,
  Journal,
  Limiter,
  Meter,
  ModelPort,
  RunOptions,
  ShiftReport,
  StartedEvent,
  Step,
  Tracer,
} from "@rostrum/core/protocol";
import { listPollWarnings } from "../config/poll.ts";
import { listSearchWarnings } from "../tools/search-tool.ts";
import { isBudget } from "../config/resolve-config.ts";
import type { RecordedSteps } from "../recorded-steps.ts";

/** A run, ready to be executed. */
export interface Run {
  /** The panel whose methods may act on it. Absent: only servers and workers may, by the id of the run. */
  panel?: object;
  resolved: ResolvedConfig;
  task: Task;
  limiter: Limiter | undefined;
  budget: Budget | null;
  /** Calls found in the journal were paid for under this budget too. */
  chargeReplays: boolean;
  journal: Journal | null;
  tracer: Tracer | undefined;
  meter: Meter | undefined;
  traceContent: boolean;
  /** Any of them ends the run. */
  signals: readonly AbortSignal[];
  started: StartedEvent;
  /** How much of the debate that it follows up the run reads. */
  carry?: string;
  listener: ((event: DebateEvent) => unknown) | undefined;
  onAttempt: RunOptions["onAttempt"] | undefined;
  /** Recorded answers of some steps: the rounds of a forked or replayed run. */
  recorded?: RecordedSteps;
  /** A moderator's notes in that run. */
  notes?: readonly HeardNote[];
  /** Makes the calls somewhere else: in other processes, on other machines. */
  remoteStep?: Step;
  /** The shift report of a replayed run. */
  shift?: ShiftReport | null;
  /** Shape of the run under its caps. */
  shape?: DebateShape;
  /** The panel's config before `shape` was applied to it. All runs of the panel share it. */
  unshapedConfig?: ResolvedConfig;
  /** No step calls a model of this process, so none needs to be ready. */
  modelFree?: boolean;
}

/** Combines a resolved config, a task and the user's options, which are checked, into something that can run. */
export function createRun(
  config: Pick<
    DebateConfig<never>,
    "limiter" | "budget" | "journal" | "tracer" | "meter" | "traceContent"
  >,
  resolved: ResolvedConfig,
  task: Task,
  options: RunOptions,
): Run {
  const { budget } = config;
  return {
    resolved,
    task,
    limiter: config.limiter,
    budget: budget === undefined ? null : openBudget(budget),
    chargeReplays: !isBudget(budget),
    journal: config.journal ?? null,
    tracer: config.tracer,
    meter: config.meter,
    traceContent: config.traceContent ?? false,
    signals: options.signal ? [options.signal] : [],
    started: createStartedEvent(resolved, task, options),
    listener: options.onEvent,
    onAttempt: options.onAttempt,
  };
}

/** A budget that debates share, or a new one with these limits. */
export function openBudget(budget: BudgetLimits | Budget): Budget {
  return isBudget(budget) ? budget : createBudget(budget);
}

function createStartedEvent(
  resolved: ResolvedConfig,
  task: Task,
  options: RunOptions,
): StartedEvent {
  const { members, judge, anonymous, seed } = resolved;
  const { userId, teamId, projectId, metadata } = options;
  const { rules, warnings } = summarizePanel(resolved);
  const started: StartedEvent = {
    type: "debate.started",
    question: task.question,
    panel: members.map(({ name, model, weight }) => ({ name, model: model.id, weight })),
    judge: judge && { name: judge.name, model: judge.model.id },
    rounds: countMostRounds(resolved) - 1,
    rules: { ...rules, stop: [...rules.stop] },
    ...listChoices(resolved),
  };
  if (task.material.length > 0) started.context = [...task.material];
  if (anonymous) started.anonymous = { seed };
  if (!keepsLeader(resolved)) started.keepLeader = false;
  if (resolved.onEscalate === "wait") started.onEscalate = "wait";
  if (warnings.length > 0) started.warnings = warnings;
  if (userId !== undefined) started.userId = userId;
  if (teamId !== undefined) started.teamId = teamId;
  if (projectId !== undefined) started.projectId = projectId;
  if (metadata !== undefined) {
    started.metadata = metadata;
  }
  return started;
}

/** A later review decides ties again, and has nothing but the record. */
function keepsLeader({ decide }: ResolvedConfig): boolean {
  return typeof decide === "function" || decide.type !== "majority" || decide.keepLeader;
}

/** The configured options of a choice, for the form in which a person answers. */
function listChoices({ answer }: ResolvedConfig): Pick<StartedEvent, "choices"> {
  const isChoice = typeof answer === "object" && "type" in answer && answer.type === "choice";
  return isChoice && answer.options ? { choices: [...answer.options] } : {};
}

/** Description that all runs of a panel share. */
interface PanelDescription extends Pick<StartedEvent, "rules"> {
  warnings: string[];
  /** Every model that a run may call, once. */
  models: ModelPort[];
  /** True if a run can wait for a person. */
  mayWait: boolean;
}

const panelDescriptions = new WeakMap<ResolvedConfig, PanelDescription>();

/** Computed once per panel. */
export function summarizePanel(resolved: ResolvedConfig): PanelDescription {
  let all = panelDescriptions.get(resolved);
  if (all === undefined) {
    const members = listCallableModels(resolved).flatMap(({ member }) => withAlternates(member));
    all = {
      models: [...new Set(members.flatMap(listModels).map(({ model }) => model))],
      mayWait:
        resolved.onRound === "wait" || resolved.onEscalate === "wait" || members.some(isPerson),
      warnings: [...listPollWarnings(resolved), ...listSearchWarnings(resolved)],
      rules: {
        stop: resolved.stop.map(nameRule),
        decide: nameRule(resolved.decide),
        answer: nameRule(resolved.answer),
        see: nameRule(resolved.see),
        show: resolved.show,
        revise: resolved.revise,
      },
    };
    panelDescriptions.set(resolved, all);
  }
  return all;
}

function nameRule(rule: object | string): string {
  if (typeof rule === "string") return rule;
  if (typeof rule === "function") return (rule as { name: string }).name || "custom";
  return "type" in rule ? String(rule.type) : "custom";
}
