import type {
  ObjectContext,
  ObjectSharedContext,
  VirtualObjectDefinition,
  WorkflowContext,
  WorkflowDefinition,
  WorkflowSharedContext,
} from "@restatedev/restate-sdk";
import type { StoredEvent } from "../../protocol/events.ts";
import type { StepOutcome } from "../../protocol/step.ts";
import { loadPeer } from "../load-peer.ts";
import { createModelCaller, type Panels } from "./call-model.ts";
import { connectTo } from "./cluster.ts";
import { holdOnCluster } from "./hold.ts";
import { DEBATE, LOG, SLOT, STEP, type DebateInput, type DebateOutput, type LogPage, type StepInput } from "./words.ts";

export interface WorkerOptions {
  panels: Panels;
  /** Address of the cluster's ingress, such as `http://localhost:8080`. */
  ingress: string;
  /** Calls in flight at once for each provider, over all workers. Default: no limit. */
  limits?: Record<string, number>;
  /** How long results are kept, in milliseconds. Default: seven days. */
  retentionMs?: number;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** A debate may think for long without a word to the cluster. */
const PATIENCE_MS = 60 * 60 * 1000;

export type StepService = WorkflowDefinition<typeof STEP, { run(ctx: WorkflowContext, input: StepInput): Promise<StepOutcome> }>;
export type DebateService = WorkflowDefinition<
  typeof DEBATE,
  {
    run(ctx: WorkflowContext, input: DebateInput): Promise<DebateOutput>;
    cancel(ctx: WorkflowSharedContext): Promise<void>;
  }
>;
export type LogService = VirtualObjectDefinition<
  typeof LOG,
  {
    append(ctx: ObjectContext, events: StoredEvent[]): Promise<void>;
    since(ctx: ObjectSharedContext, seq: number): Promise<LogPage>;
  }
>;
export type SlotService = VirtualObjectDefinition<
  typeof SLOT,
  { call(ctx: ObjectContext, input: StepInput): Promise<StepOutcome> }
>;
