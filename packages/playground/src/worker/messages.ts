import type { DebateConfig, DebateEvent } from "@rostrum/core/protocol";
import type { Arm, EvalItem, EvalRow } from "@rostrum/eval";

/** A config that can be sent to a worker: names and plain objects, no functions. */
export type PlainConfig = DebateConfig<never>;

/** A task that the page gives to a worker. A worker does one task at a time. */
export type Task =
  | { kind: "debate"; id: string; question: string; config: PlainConfig }
  | { kind: "arms"; items: EvalItem[]; panel: PlainConfig; arms: Arm[] }
  | { kind: "stop" };

/** A worker's report. `done` and `failed` end the task. */
export type Report =
  | { kind: "event"; event: DebateEvent }
  | { kind: "rows"; rows: EvalRow[]; calls: number }
  | { kind: "done" }
  | { kind: "failed"; message: string };
