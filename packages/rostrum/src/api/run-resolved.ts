import type { DebateConfig, RunOptions } from "../protocol/options.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import type { DebateEvent } from "../protocol/events.ts";
import type { Step } from "../protocol/step.ts";
import type { Question } from "../protocol/question.ts";
import type { DebateResult } from "../protocol/result.ts";
import { taskOf } from "./config/question.ts";
import { resolveConfig } from "./config/resolve-config.ts";
import { execute } from "./run/execute.ts";
import { runOf } from "./run-of.ts";

/**
 * A debate whose checked resolved is changed before it runs: for experiments that no config should be
 * able to express, such as a placebo for what the peers said.
 */
export async function runResolved(
  config: DebateConfig<never>,
  question: Question,
  options: RunOptions & {
    listener?: (event: DebateEvent) => void;
    calls?: Step;
    /** In place of a random one, where the run is repeated without a journal, or in a test. */
    secret?: string;
  },
  change: (resolved: ResolvedConfig) => ResolvedConfig,
): Promise<DebateResult<unknown>> {
  const { listener, calls, secret, ...run } = options;
  const fresh = taskOf(question, run.id);
  const task = secret === undefined ? fresh : { ...fresh, secret };
  const elsewhere = calls ? { calls, modelFree: true } : {};
  return execute({
    ...runOf(config, change(resolveConfig(config)), task, run),
    listener,
    ...elsewhere,
  });
}
