import { ConfigError, isSignal, isPlainObject } from "@rostrum/core/support";
import type { Budget, Journal, DebateConfig } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import type { ResolvedConfig } from "@rostrum/core/debate";
import { createBudget, createId, isBudget, resolveConfig } from "@rostrum/runtime/api";
import { checkField, fail, checkKeys, type OptionField } from "@rostrum/core/options";
import { stringifyState } from "./json-state.ts";
import type { ChainOptions, ChainStep } from "./types.ts";

/** A validated chain with all defaults applied. */
export interface CheckedChain {
  id: string;
  /** The `Debate`, whose methods may act on the runs; `null` if the panel is a config. */
  panel: object | null;
  config: DebateConfig<never>;
  resolved: ResolvedConfig;
  /** The first state as JSON. */
  startText: string;
  step(state: unknown): unknown;
  next(state: unknown, answer: unknown): unknown;
  journal: Journal | null;
  keep: "runs" | "latest" | "states";
  onStep: ((step: ChainStep) => unknown) | undefined;
  signal: AbortSignal | undefined;
  /** `own`: created for this chain, so spending of earlier processes is charged to it. */
  budget: { budget: Budget; own: boolean } | null;
  retries: number;
  maxSteps: number;
}

const PARTS = ["panel", "start", "step", "next"];
const OPTIONS: readonly (keyof ChainOptions)[] = [
  "id",
  "journal",
  "keep",
  "onStep",
  "signal",
  "budget",
  "retries",
  "maxSteps",
];
const KEEP_MODES = ["runs", "latest", "states"] as const;
const RETRIES: OptionField = { kind: "whole", min: 0, default: 3, about: "Times to ask again." };
const MAX_STEPS: OptionField = { kind: "whole", min: 1, about: "Steps at most." };

/** Part of every run id and step id of the chain. */
const ID = /^[\w.:@-]{1,150}$/;

export function checkChain(chain: unknown, options: unknown): CheckedChain {
  if (!isPlainObject(chain)) return fail("chain", "{ panel, start, step, next }", chain);
  if (!isPlainObject(options)) return fail("options", "an object", options);
  checkKeys(chain, PARTS, "chain");
  checkKeys(options, OPTIONS, "options");
  const { step, next } = chain;
  if (typeof step !== "function") return fail("step", "a function of the state", step);
  if (typeof next !== "function")
    return fail("next", "a function of the state and the answer", next);
  const { panel, config } = readPanel(chain["panel"]);
  const chainOptions = options as ChainOptions;
  const { id = createId(), journal = config.journal ?? null, onStep, signal } = chainOptions;
  if (typeof id !== "string" || !ID.test(id)) {
    fail("options.id", "1 to 150 letters, digits or . : @ _ -", id);
  }
  if (onStep !== undefined && typeof onStep !== "function") {
    fail("options.onStep", "a function", onStep);
  }
  if (signal !== undefined && !isSignal(signal)) {
    fail("options.signal", "an AbortSignal", signal);
  }
  if (
    journal !== null &&
    (typeof journal.open !== "function" || typeof journal.read !== "function")
  ) {
    fail("options.journal", "a journal, such as sqliteJournal(path)", journal);
  }
  const budget = createChainBudget(chainOptions.budget, config);
  return {
    id,
    panel,
    config,
    resolved: resolveConfig(
      chainOptions.budget === undefined ? config : { ...config, budget: chainOptions.budget },
    ),
    startText: stringifyState(chain["start"], "start"),
    step: step as CheckedChain["step"],
    next: next as CheckedChain["next"],
    journal,
    keep: checkKeep(chainOptions.keep, journal),
    onStep,
    signal,
    budget,
    retries: checkField(RETRIES, chainOptions.retries, "options.retries") as number,
    maxSteps: (checkField(MAX_STEPS, chainOptions.maxSteps, "options.maxSteps") ??
      Infinity) as number,
  };
}

function readPanel(panel: unknown): Pick<CheckedChain, "panel" | "config"> {
  const isPanel = isPlainObject(panel) && typeof panel["run"] === "function";
  const config = isPanel ? panel["config"] : panel;
  if (isPlainObject(config)) {
    return { panel: isPanel ? panel : null, config: config as unknown as DebateConfig<never> };
  }
  return fail("panel", "a Debate, or the config of one", panel);
}

function checkKeep(keep: unknown = "runs", journal: Journal | null): CheckedChain["keep"] {
  const keepMode = KEEP_MODES.find((mode) => mode === keep);
  if (keepMode === undefined) return fail("options.keep", `one of ${KEEP_MODES.join(", ")}`, keep);
  if (keepMode === "latest" && journal !== null && !canRemove(journal)) {
    return fail("options.keep", "runs or states, since the journal can't remove runs", keep);
  }
  return keepMode;
}

export function canRemove(journal: Journal): journal is RunStore {
  return "remove" in journal && typeof journal.remove === "function";
}

/** Throws when exceeded: a result that was cut short would look like an answer, while an error carries the state. */
function createChainBudget(
  chainBudget: ChainOptions["budget"],
  { budget: panelBudget }: DebateConfig<never>,
): CheckedChain["budget"] {
  if (chainBudget === undefined) return null;
  if (panelBudget !== undefined) {
    throw new ConfigError("options.budget", "expected a budget here or in the panel, got both");
  }
  if (!isPlainObject(chainBudget))
    fail("options.budget", "limits such as { usd: 5 }, or a Budget", chainBudget);
  if (!isBudget(chainBudget)) {
    return { budget: createBudget({ ...chainBudget, onExceeded: "throw" }), own: true };
  }
  const limits = { ...chainBudget.limits, onExceeded: "throw" as const };
  const shared = {
    limits,
    spent: () => chainBudget.spent(),
    ...(chainBudget.left ? { left: () => chainBudget.left?.() ?? Promise.resolve({}) } : {}),
    describeOwner: (limit: "tokens" | "usd") => chainBudget.describeOwner?.(limit),
    open: (waited?: () => number) => chainBudget.open(waited),
    msLeft: () => chainBudget.msLeft(),
  };
  return { budget: shared, own: false };
}
