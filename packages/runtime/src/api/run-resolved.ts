import type {
  DebateConfig,
  DebateEvent,
  DebateResult,
  Question,
  RunOptions,
  Step,
} from "@rostrum/core/protocol";
import type { ResolvedConfig } from "@rostrum/core/debate";
import { createTask } from "./run/create-task.ts";
import { resolveConfig } from "./config/resolve-config.ts";
import { execute } from "./run/execute.ts";
import { createRun } from "./run/run.ts";
import { readRunOptions } from "./run/run-options.ts";

/**
 * A debate whose resolved config is changed before it runs. It is for experiments that no config should be
 * able to express, such as a placebo in place of what the peers said.
 */
export async function runResolved(
  config: DebateConfig<never>,
  question: Question,
  options: RunOptions & {
    listener?: (event: DebateEvent) => void;
    remoteStep?: Step;
    /** Replaces the random secret, for runs that are repeated without a journal, and for tests. */
    secret?: string;
    /** The finished run that it follows up. */
    parent?: string;
  },
  change: (resolved: ResolvedConfig) => ResolvedConfig,
): Promise<DebateResult<unknown>> {
  const { listener, remoteStep, secret, parent, ...run } = options;
  const fresh = createTask(question, run.id);
  const task = secret === undefined ? fresh : { ...fresh, secret: () => secret };
  const remoteOptions = remoteStep ? { remoteStep, modelFree: true } : {};
  const prepared = createRun(config, change(resolveConfig(config)), task, readRunOptions(run));
  if (parent !== undefined) prepared.started.parent = parent;
  return execute({ ...prepared, listener: listener ?? prepared.listener, ...remoteOptions });
}
