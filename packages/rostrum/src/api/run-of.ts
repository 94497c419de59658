import type { DebateConfig, RunOptions } from "../protocol/options.ts";
import { createBudget } from "../debate/budget.ts";
import { mostCalls } from "../debate/callers.ts";
import { mostRounds } from "../debate/callers.ts";
import type { ResolvedConfig, Task } from "../debate/resolved-config.ts";
import type { StartedEvent } from "../protocol/events.ts";
import { isSignal } from "../thrown.ts";
import { checked, expected, fail, isPlainObject, knownKeys, RUN } from "../vocabulary/index.ts";
import { isShared, limitsOf } from "./config/resolve-config.ts";
import { pollWarnings } from "./poll-warnings.ts";
import type { Run } from "./run/run.ts";

/** Combines a resolved config, a task and the user's options into something that can run. */
export function runOf(
  config: Pick<
    DebateConfig<never>,
    "limits" | "limiter" | "budget" | "journal" | "tracer" | "meter" | "traceContent"
  >,
  resolved: ResolvedConfig,
  task: Task,
  options: RunOptions,
): Run {
  checkOptions(options);
  const { budget } = config;
  const shared = isShared(budget);
  return {
    resolved,
    task,
    limits: limitsOf(config.limits),
    limiter: config.limiter,
    budget: budget === undefined ? null : shared ? budget : createBudget(budget),
    chargeReplays: !shared,
    journal: config.journal ?? null,
    tracer: config.tracer,
    meter: config.meter,
    traceContent: config.traceContent ?? false,
    signals: options.signal ? [options.signal] : [],
    started: startedEvent(resolved, task, options),
    listener: options.onEvent,
  };
}

function checkOptions(options: RunOptions): void {
  if (!isPlainObject(options)) fail("options", "an object", options);
  knownKeys(options, RUN_KEYS, "options");
  for (const key of Object.keys(options) as (keyof RunOptions)[]) {
    checked(RUN[key], options[key], `options.${key}`);
  }
  const { signal, metadata, onEvent } = options;
  if (signal !== undefined && !isSignal(signal)) {
    fail("options.signal", expected(RUN.signal), signal);
  }
  if (metadata !== undefined && !isJson(metadata))
    fail("options.metadata", "values that JSON can represent", metadata);
  if (onEvent !== undefined && typeof onEvent !== "function") {
    fail("options.onEvent", expected(RUN.onEvent), onEvent);
  }
}

/** Each of them may be left out, so only those that are given are looked at. */
const RUN_KEYS = Object.keys(RUN);

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function startedEvent(resolved: ResolvedConfig, task: Task, options: RunOptions): StartedEvent {
  const { members, judge, anonymous, seed } = resolved;
  const { userId, teamId, metadata } = options;
  const { plannedCalls, rules, warnings } = announced(resolved);
  const asked: Pick<StartedEvent, "type" | "question" | "context"> = {
    type: "debate.started",
    question: task.question,
  };
  if (task.material.length > 0) asked.context = [...task.material];
  const event: StartedEvent = {
    ...asked,
    panel: members.map(({ name, model, weight }) => ({ name, model: model.id, weight })),
    judge: judge && { name: judge.name, model: judge.model.id },
    rounds: mostRounds(resolved) - 1,
    plannedCalls,
    rules: { ...rules, stop: [...rules.stop] },
  };
  if (anonymous) event.anonymous = { seed };
  if (warnings.length > 0) event.warnings = warnings;
  if (userId !== undefined) event.userId = userId;
  if (teamId !== undefined) event.teamId = teamId;
  if (metadata !== undefined) {
    event.metadata = JSON.parse(JSON.stringify(metadata)) as Record<string, unknown>;
  }
  return event;
}

type Announced = Pick<StartedEvent, "plannedCalls" | "rules"> & { warnings: string[] };

/** What every run of a panel announces. */
const known = new WeakMap<ResolvedConfig, Announced>();

function announced(resolved: ResolvedConfig): Announced {
  let all = known.get(resolved);
  if (all === undefined) {
    all = {
      warnings: pollWarnings(resolved),
      plannedCalls: mostCalls(resolved),
      rules: {
        stop: resolved.stop.map(ruleName),
        decide: ruleName(resolved.decide),
        answer: ruleName(resolved.answer),
        see: ruleName(resolved.see),
        show: resolved.show,
        revise: resolved.revise,
      },
    };
    known.set(resolved, all);
  }
  return all;
}

function ruleName(rule: object | string): string {
  if (typeof rule === "string") return rule;
  if (typeof rule === "function") return (rule as { name: string }).name || "custom";
  return "type" in rule ? String(rule.type) : "custom";
}
