import { ConfigError, isSignal } from "@rostrum/core/support";
import type { Budget, Journal, RunStore, DebateConfig } from "@rostrum/core/protocol";
import type { ResolvedConfig } from "@rostrum/core/debate";
import { createBudget, createId, isBudget, resolveConfig } from "@rostrum/core/api";
import {
  checkField,
  fail,
  isPlainObject,
  checkKeys,
  type OptionField,
} from "@rostrum/core/options";
import { stringifyState } from "./json-state.ts";
import type { ChainOptions, ChainStep } from "./types.ts";

/** A chain with everything checked and every default in place. */
export interface CheckedChain {
  id: string;
  /** The `Debate` that is asked, whose methods may act on the runs; `null` where a config was given. */
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
  /** `own`: it was made for this chain, so what earlier processes spent is charged to it. */
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
const KEEP = ["runs", "latest", "states"] as const;
const RETRIES: OptionField = { kind: "whole", min: 0, default: 3, about: "Times to ask again." };
const MAX_STEPS: OptionField = { kind: "whole", min: 1, about: "Steps at most." };

/** Step ids are made from the ids of runs, and those from the chain's id. */
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
  const given = options as ChainOptions;
  const { id = createId(), journal = config.journal ?? null, onStep, signal } = given;
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
  const budget = createChainBudget(given.budget, config);
  return {
    id,
    panel,
    config,
    resolved: resolveConfig(
      given.budget === undefined ? config : { ...config, budget: given.budget },
    ),
    startText: stringifyState(chain["start"], "start"),
    step: step as CheckedChain["step"],
    next: next as CheckedChain["next"],
    journal,
    keep: checkKeep(given.keep, journal),
    onStep,
    signal,
    budget,
    retries: checkField(RETRIES, given.retries, "options.retries") as number,
    maxSteps: (checkField(MAX_STEPS, given.maxSteps, "options.maxSteps") ?? Infinity) as number,
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
  const known = KEEP.find((each) => each === keep);
  if (known === undefined) return fail("options.keep", `one of ${KEEP.join(", ")}`, keep);
  if (known === "latest" && journal !== null && !canRemove(journal)) {
    return fail("options.keep", "runs or states, since the journal can't remove runs", keep);
  }
  return known;
}

export function canRemove(journal: Journal): journal is RunStore {
  return "remove" in journal && typeof journal.remove === "function";
}

/** An error tells where a chain stands, and a result that was cut short would pass for an answer. */
function createChainBudget(
  given: ChainOptions["budget"],
  { budget: ofPanel }: DebateConfig<never>,
): CheckedChain["budget"] {
  if (given === undefined) return null;
  if (ofPanel !== undefined) {
    throw new ConfigError("options.budget", "expected a budget here or in the panel, got both");
  }
  if (!isPlainObject(given))
    fail("options.budget", "limits such as { usd: 5 }, or a Budget", given);
  if (!isBudget(given)) {
    return { budget: createBudget({ ...given, onExceeded: "throw" }), own: true };
  }
  const limits = { ...given.limits, onExceeded: "throw" as const };
  const shared = {
    limits,
    spent: () => given.spent(),
    ...(given.left ? { left: () => given.left?.() ?? Promise.resolve({}) } : {}),
    open: () => given.open(),
    msLeft: () => given.msLeft(),
  };
  return { budget: shared, own: false };
}
