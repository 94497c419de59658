import type { DebateConfig, PartialResult, RunOptions } from "@rostrum/core/protocol";
import { ConfigError, JournalMismatchError, isPlainObject } from "@rostrum/core/support";
import { fold } from "@rostrum/core/record";
import { checkKeys, fail } from "@rostrum/core/options";
import { createTask } from "./run/create-task.ts";
import { resolveConfig } from "./config/resolve-config.ts";
import { restoreQuestion } from "./files/kept-files.ts";
import {
  findLastCompleteRound,
  listNotesBefore,
  replayRounds,
  replaySteps,
  readStoredRun,
} from "./recorded-steps.ts";
import { execute } from "./run/execute.ts";
import { readSecret } from "./run/fingerprint.ts";
import { createRun } from "./run/run.ts";
import { readRunId, readRunOptions } from "./run/run-options.ts";

/** Options that replay() may change. No model is called, so nothing else can differ. */
export type ReplayChanges<A> = Pick<
  Partial<DebateConfig<A>>,
  "answer" | "stop" | "decide" | "escalateBelow"
>;

/** The first round of a fork, and the settings that change. */
export type ForkChanges<A> = Partial<DebateConfig<A>> & {
  /** The first round that runs again. The rounds before it are copied; with 0, none is. */
  fromRound: number;
};

/** A recorded run under other rules, from its recorded replies only. */
export async function replayRun<A>(
  config: DebateConfig<A>,
  id: string,
  changes: ReplayChanges<A>,
): Promise<PartialResult> {
  if (!isPlainObject(changes)) fail("changes", "an object", changes);
  checkKeys(changes, ["answer", "stop", "decide", "escalateBelow"], "changes");
  const stored = await readStoredRun(config.journal, id);
  const { result, status, started } = fold(stored.events);
  if (status === "completed" && Object.keys(changes).length === 0) return result;
  const last = findLastCompleteRound(stored);
  if (last < 0 && result.routing === "debate") {
    throw new ConfigError("id", `expected a run with a finished round, got none in "${id}"`);
  }
  const changed = { ...config, ...changes, onEscalate: "flag" as const, onRound: "go" as const };
  const { budget: _caps, journal: _journal, ...free } = changed;
  const resolved = resolveConfig(free);
  const sizes = { stored: started?.panel.length ?? 0, wanted: resolved.members.length };
  if (sizes.stored !== sizes.wanted) throw new JournalMismatchError(id, ["debaters"], sizes);
  const shortened = { ...resolved, rounds: Math.min(resolved.rounds, Math.max(0, last)) };
  const recordedTask = createTask(restoreQuestion(stored, started ?? result), id);
  const task = { ...recordedTask, secret: () => readSecret(stored.inputs) };
  const recorded = replaySteps(stored, resolved);
  const notes = result.notes ?? [];
  const { shift = null } = result;
  const run = createRun(free, shortened, task, {});
  return execute({ ...run, recorded, notes, shift, modelFree: true });
}

/** A new run that continues from a recorded one's rounds, optionally with other settings. */
export async function forkRun<A>(
  config: DebateConfig<A>,
  id: string,
  from: ForkChanges<A>,
  { options, panel }: { options: RunOptions; panel: object },
): Promise<PartialResult> {
  if (!isPlainObject(from)) fail("changes", "an object with `fromRound`", from);
  const { fromRound, ...changes } = from;
  const stored = await readStoredRun(config.journal, id);
  const last = findLastCompleteRound(stored);
  if (!Number.isSafeInteger(fromRound) || fromRound < 0) {
    fail("fromRound", "a whole number, 0 or more", fromRound);
  }
  if (fromRound > last + 1) {
    fail("fromRound", `at most ${last + 1}, one past the last recorded round`, fromRound);
  }
  const { started, result } = fold(stored.events);
  const changed = { ...config, ...changes };
  const fresh = createTask(restoreQuestion(stored, started ?? result), readRunId(options));
  // Copied rounds and new rounds use the same secret, so both are quoted in the same way.
  const task = { ...fresh, secret: () => readSecret(stored.inputs) };
  const run = createRun(changed, resolveConfig(changed), task, readRunOptions(options));
  const recorded = replayRounds(stored, fromRound);
  run.started.forkedFrom = { id, fromRound };
  return execute({ ...run, panel, recorded, notes: listNotesBefore(fromRound, result.notes) });
}
