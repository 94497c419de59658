import type {
  ObjectContext,
  ObjectSharedContext,
  WorkflowContext,
  WorkflowSharedContext,
} from "@restatedev/restate-sdk";
import type { StepOutcome, StoredEvent } from "@rostrum/core/protocol";
import type { DebateInput, DebateOutput, LogPage, PersonAct, StepInput } from "./messages.ts";

/** Names of the services on the cluster. */
export const STEP = "rostrum_step";
export const SLOT = "rostrum_slot";
export const DEBATE = "rostrum_debate";
export const LOG = "rostrum_log";

/** The handlers of each service, as types for callers from outside. */
export type StepHandlers = { run(ctx: WorkflowContext, input: StepInput): Promise<StepOutcome> };
/** The handlers of the object that limits how many calls run at once. */
export type SlotHandlers = { call(ctx: ObjectContext, input: StepInput): Promise<StepOutcome> };
/** The handlers of the workflow that runs a debate. */
export type DebateHandlers = {
  run(ctx: WorkflowContext, input: DebateInput): Promise<DebateOutput>;
  cancel(ctx: WorkflowSharedContext): Promise<void>;
  act(ctx: WorkflowSharedContext, act: PersonAct): Promise<void>;
};
/** The handlers of the object that stores a debate's events. */
export type LogHandlers = {
  append(ctx: ObjectContext, events: StoredEvent[]): Promise<void>;
  since(ctx: ObjectSharedContext, seq: number): Promise<LogPage>;
};
