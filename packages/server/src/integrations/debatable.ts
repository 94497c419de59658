import type { DebateConfig } from "@rostrum/core/protocol";
import { Debate } from "@rostrum/runtime/api";
import { field } from "@rostrum/core/support";

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
