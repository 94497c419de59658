import type { CallCost, StoredEvent } from "../../protocol/events.ts";
import type {
  RunInputs,
  RunStatus,
  RunSummary,
  StoredRun,
  StoredStep,
} from "../../protocol/journal.ts";
import type { StepOutcome } from "../../protocol/step.ts";
import { stateOf, type Gist } from "../summary.ts";
import type { Owner } from "./owner.ts";

export interface RunRow {
  n: number;
  id: string;
  inputs: string;
  status: RunStatus;
  redacted: number;
  created_at: number;
  updated_at: number;
  question: string;
  answer: string | null;
  stop_reason: string | null;
  agreement: number | null;
  escalated: number;
  degraded: number;
  waiting: number;
  calls: number;
  cost_usd: number | null;
  panel: string;
}

export interface StepRow {
  step: string;
  hash: string;
  earlier: string | null;
  outcome: string | null;
}

export interface LeaseRow extends Owner {
  run: number;
  /** One claim. */
  token: string;
  /** The journal object that made it. */
  journal: string;
  lease_ms: number;
  /** Changes as long as the owner is there. */
  beat: number;
}

export function storedRun(
  row: RunRow,
  steps: readonly StepRow[],
  events: readonly { body: string }[],
): StoredRun {
  return {
    id: row.id,
    inputs: JSON.parse(row.inputs) as RunInputs,
    status: row.status,
    steps: new Map(steps.map((step) => [step.step, storedStep(step)])),
    events: events.map(storedEvent),
    ...(row.redacted === 1 ? { redacted: true } : {}),
  };
}

export function storedEvent({ body }: { body: string }): StoredEvent {
  return JSON.parse(body) as StoredEvent;
}

function storedStep({ hash, earlier, outcome }: StepRow): StoredStep {
  return {
    hash,
    ...(earlier === null ? {} : { earlier: JSON.parse(earlier) as CallCost }),
    ...(outcome === null ? {} : { outcome: JSON.parse(outcome) as StepOutcome }),
  };
}

export function summaryOf(row: RunRow): RunSummary {
  return {
    id: row.id,
    question: row.question,
    status: stateOf(row.status, { waiting: row.waiting === 1 }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    answer: row.answer,
    stopReason: row.stop_reason,
    agreement: row.agreement,
    escalated: row.escalated === 1,
    degraded: row.degraded === 1,
    calls: row.calls,
    costUsd: row.cost_usd,
    panel: JSON.parse(row.panel) as string[],
  };
}

/** In the order of the columns in `saveGist`. */
export function gistValues(gist: Gist): (string | number | null)[] {
  return [
    gist.question,
    gist.answer,
    gist.stopReason,
    gist.agreement,
    Number(gist.escalated),
    Number(gist.degraded),
    Number(gist.waiting),
    gist.calls,
    gist.costUsd,
    JSON.stringify(gist.panel),
  ];
}
