import type { DebateConfig } from "../protocol/options.ts";
import { Debate } from "../api/index.ts";

/** A debate, or the config to make one from. */
export type Debatable =
  | Debate<unknown>
  | Debate<never>
  | Debate
  | DebateConfig<never>
  | DebateConfig;

export function debateOf(value: Debatable): Debate<unknown> {
  return (value instanceof Debate ? value : new Debate(value as DebateConfig)) as Debate<unknown>;
}
