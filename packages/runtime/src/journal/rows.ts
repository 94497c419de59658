import { ConfigError, isPlainObject } from "@rostrum/core/support";
import type {
  CallCost,
  RunInputs,
  RunState,
  RunStatus,
  RunSummary,
  RunTotals,
  StepOutcome,
  StoredEvent,
  StoredRun,
  StoredStep,
} from "@rostrum/core/protocol";
import { readAssignment } from "./service/rows.ts";

/** SQLite has numbers instead of booleans. */
type Flag = boolean | number;

/** A run as a database keeps it. */
export interface RunRow {
  n: number;
  id: string;
  inputs: string;
  status: RunStatus;
  redacted: Flag;
  created_at: number;
  updated_at: number;
  question: string;
  answer: string | null;
  stop_reason: string | null;
  agreement: number | null;
  escalated: Flag;
  degraded: Flag;
  waiting: Flag;
  stopped: Flag;
  calls: number;
  cost_usd: number | null;
  known_usd: number;
  panel: string;
  /** How many events are stored. */
  events: number | string;
  user_id: string | null;
  team_id: string | null;
  panel_name: string | null;
  parent: string | null;
  project_id: string | null;
}

/** Fields of a summary that nobody searches or sorts by. They share one column. */
type SummaryDetails = Pick<
  RunSummary,
  "label" | "asked" | "tied" | "uncompared" | "overruled" | "reviewer" | "waitsFor" | "reviews"
>;

/** Null for a run that has none. */
export function writeSummaryDetails(row: SummaryDetails): string | null {
  const { label, asked, tied, uncompared, overruled, reviewer, waitsFor, reviews } = row;
  const text = JSON.stringify({
    label,
    asked,
    tied,
    uncompared,
    overruled,
    reviewer,
    waitsFor,
    reviews,
  });
  return text === "{}" ? null : text;
}

/** A run in a list, with who should review it. */
export interface ListedRow extends RunRow {
  /** `SummaryDetails` as JSON. The column is called `circumstances`. */
  details: string | null;
  assignee: number | null;
  assigned: string | null;
  due: number | null;
  comment: string | null;
  assigned_at: number | null;
  assigner: number | null;
  assigned_by: string | null;
}

export interface StepRow {
  step: string;
  hash: string;
  earlier: string | null;
  outcome: string | null;
}

/** A row without the content that a journal writes there. */
export class UnreadableRow extends Error {
  override readonly name: string = "UnreadableRow";
}

export function readRun(
  row: RunRow,
  steps: readonly StepRow[],
  events: readonly { body: string }[],
  /** Inputs that a journal stores separately from the row. */
  files: readonly { name: string; data: string }[] = [],
): StoredRun {
  const inputs = parseStored(row.inputs, isInputs, `inputs of run "${row.id}"`);
  return {
    id: row.id,
    inputs: { ...inputs, ...Object.fromEntries(files.map(({ name, data }) => [name, data])) },
    status: readStatus(row),
    steps: new Map(steps.map((step) => [step.step, readStep(step)])),
    events: readEvents(events, 0, row.events),
    ...(row.redacted ? { redacted: true } : {}),
  };
}

export function writeBody(value: StoredEvent | StepOutcome): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new ConfigError("answer", "expected an answer that can be written as JSON", { cause });
  }
}

/**
 * Parses the events of a run from a number on. `count` is the number of all its events: with a gap, the record would
 * look as if the run had not ended.
 */
export function readEvents(
  rows: readonly { body: string }[],
  from: number,
  count: number | string,
): StoredEvent[] {
  const events = rows.map(({ body }) => parseStored(body, isEvent, "an event"));
  const isComplete = events.length === Math.max(0, Number(count) - from);
  if (!isComplete || events.some(({ seq }, index) => seq !== from + index))
    throw new UnreadableRow("events of a run are missing");
  return events;
}

function readStep({ hash, earlier, outcome }: StepRow): StoredStep {
  return {
    hash,
    ...(earlier === null ? {} : { earlier: parseStored(earlier, isCost, "a step") }),
    ...(outcome === null ? {} : { outcome: parseStored(outcome, isOutcome, "a step") }),
  };
}

/** Totals over runs as a database returns them. */
export interface TotalsRow {
  runs: number;
  calls: number | null;
  known: number | null;
  /** Runs whose cost is unknown. One makes the total unknown. */
  unknown: number | null;
}

export function readTotals({ runs, calls, known, unknown }: TotalsRow): RunTotals {
  const atLeastUsd = known ?? 0;
  return { runs, calls: calls ?? 0, costUsd: (unknown ?? 0) > 0 ? null : atLeastUsd, atLeastUsd };
}

export function readSummary(row: ListedRow): RunSummary {
  const assignment = readAssignment({
    assignee: row.assignee,
    assigned: row.assigned,
    due: row.due,
    comment: row.comment,
    at: row.assigned_at,
    person: row.assigner,
    by: row.assigned_by,
  });
  return {
    id: row.id,
    question: row.question,
    status: toRunState(readStatus(row), Boolean(row.waiting)),
    ...(row.stopped ? { stopped: true } : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    answer: row.answer,
    stopReason: row.stop_reason,
    agreement: row.agreement,
    ...(row.details === null
      ? {}
      : parseStored(row.details, isSummaryDetails, `details of run "${row.id}"`)),
    escalated: Boolean(row.escalated),
    degraded: Boolean(row.degraded),
    calls: row.calls,
    costUsd: row.cost_usd,
    atLeastUsd: row.known_usd,
    panel: parseStored(row.panel, isNames, `panel of run "${row.id}"`),
    ...(row.user_id === null ? {} : { user: row.user_id }),
    ...(row.team_id === null ? {} : { team: row.team_id }),
    ...(row.panel_name === null ? {} : { panelName: row.panel_name }),
    ...(row.parent === null ? {} : { parent: row.parent }),
    ...(row.project_id === null ? {} : { project: row.project_id }),
    ...(assignment ? { assignment } : {}),
  };
}

/** The status that a list shows. */
export function toRunState(status: RunStatus, waiting: boolean): RunState {
  return waiting && status === "running" ? "waiting" : status;
}

const STATUSES: ReadonlySet<RunStatus> = new Set(["running", "completed", "failed"]);

function readStatus({ id, status }: RunRow): RunStatus {
  if (STATUSES.has(status)) return status;
  throw new UnreadableRow(`status of run "${id}" can't be read`);
}

/** JSON that a journal wrote. The error about any other content names what was expected. */
function parseStored<T>(text: unknown, isIt: (value: unknown) => value is T, subject: string): T {
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    value = undefined;
  }
  if (isIt(value)) return value;
  throw new UnreadableRow(`${subject} can't be read`);
}

function isInputs(value: unknown): value is RunInputs {
  return isPlainObject(value) && Object.values(value).every((part) => typeof part === "string");
}

/** Sums are made of the calls that events report, so these are checked too. */
function isEvent(value: unknown): value is StoredEvent {
  if (!isPlainObject(value) || typeof value["type"] !== "string") return false;
  const { calls = [] } = value;
  return Number.isSafeInteger(value["seq"]) && Array.isArray(calls) && calls.every(isPaidCall);
}

function isPaidCall(value: unknown): boolean {
  return isCost(value) && typeof (value as { step?: unknown }).step === "string";
}

function isCost(value: unknown): value is CallCost {
  return isPlainObject(value) && isCount(value["attempts"]) && isPlainObject(value["usage"]);
}

function isOutcome(value: unknown): value is StepOutcome {
  if (!isPlainObject(value) || !isCost(value)) return false;
  const { reply } = value as { reply?: unknown };
  return reply === null || (isPlainObject(reply) && typeof reply["text"] === "string");
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSummaryDetails(value: unknown): value is SummaryDetails {
  return isPlainObject(value);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
