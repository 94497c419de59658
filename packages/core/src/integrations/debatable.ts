import type { DebateConfig } from "../protocol/options.ts";
import { Debate } from "../api/debate.ts";
import { field } from "../thrown.ts";

/** A debate, or the config to make one from. */
export type Debatable =
  | Debate<unknown>
  | Debate<never>
  | Debate
  | DebateConfig<never>
  | DebateConfig;

export function makeDebate(value: Debatable): Debate<unknown> {
  // Not `instanceof`, because a process may have two copies of this package. No config has `run`.
  const isDebate = typeof field(value, "run") === "function";
  return (isDebate ? value : new Debate(value as DebateConfig)) as Debate<unknown>;
}
