import { formatModelName } from "@rostrum/core/export";
import { type AttemptFailure, type ModelAttempt, isAskedAgain } from "@rostrum/core/protocol";
import { toPublicText } from "../public-text.ts";

/**
 * `unknown`: not called yet; not called for a while after errors that may pass; or not called since its key or its
 * panel changed.
 */
export type HealthState = "ok" | "failing" | "unknown";

/** Health of a model, from the calls of this process. */
export interface ModelHealth {
  /** The id, without an address or arguments. */
  model: string;
  provider: string;
  state: HealthState;
  /** Since when it has been failing, in milliseconds since 1970. */
  failingSince: number | null;
  /** Attempts, retries included. */
  calls: number;
  replies: number;
  /** Failed attempts by HTTP status, `timeout`, `unreachable` or `error`. */
  failures: Record<string, number>;
  /** Attempts after the first one of a call. */
  retries: number;
  /** Calls that were repeated because a reply could not be read. */
  askedAgain: number;
  /** Known tokens. */
  inputTokens: number;
  outputTokens: number;
  /** Milliseconds until a reply, of the latest replies; `null` without one. */
  latencyMs: { p50: number; p95: number } | null;
  lastReplyAt: number | null;
  lastFailure: LastFailure | null;
}

export interface LastFailure {
  at: number;
  code: string;
  /** Message of the provider, without keys and addresses; null if it may quote the question. */
  reason: string | null;
  /** How long the provider asked to wait. */
  retryAfterMs: number | null;
}

/** Health of a provider: all its models together, from the calls of this process. */
export interface ProviderHealth {
  provider: string;
  state: HealthState;
  failingSince: number | null;
  models: string[];
  lastFailure: LastFailure | null;
}

/** Counts the attempts of this process. Metrics, log, readiness, webhooks and admins read it. */
export interface HealthBook {
  count(attempt: ModelAttempt): void;
  /** The models that were called, in that order. */
  models(): ModelHealth[];
  providers(): ProviderHealth[];
  /** The state of a model, by its id in a config. */
  findState(id: string): HealthState;
  /** Returns true if a model, by its id in a config, fails. */
  isFailing(id: string): boolean;
  /** Makes the state of these models unknown until their next call, because what they were called with has changed. */
  forget(isChanged: (id: string) => boolean): void;
  /** Calls back when a provider begins to fail for all its models, and when it replies again. */
  onChange(listener: (provider: ProviderHealth, outageMs: number | null) => void): void;
}

/** Failures in a row after which a model counts as failing. One permanent failure is enough. */
const MAX_FAILURES_IN_A_ROW = 3;
/**
 * Time without calls after which errors that may pass count no longer: a limit or an outage may be over, and nobody has
 * noticed. The alert rules in docs/operations.md need less. A wrong key, missing access or an unknown model don't heal
 * by themselves, and people stop asking a panel that doesn't answer, so they count until a reply.
 */
const FORGET_MS = 5 * 60_000;
const MAX_LATENCIES = 200;
const MAX_REASON_CHARS = 300;

/** Statuses that concern the request itself, not the model's health. The message may quote the request. */
const REQUEST_ERROR_CODES: ReadonlySet<string> = new Set(["400", "413", "422"]);

interface Counts extends Omit<ModelHealth, "state" | "latencyMs" | "failingSince"> {
  id: string;
  /** Provider as the model names it; may contain an address. */
  owner: string;
  /** Latencies of the latest replies, in no order. */
  latencies: number[];
  failedInARow: number;
  failedSince: number | null;
  permanent: boolean;
  /** Not called since `forget`. */
  isForgotten: boolean;
}

/** `isServed`: whether debates may call a model. One that nobody calls any more could never show that it works again. */
export function createHealthBook(
  now: () => number = Date.now,
  isServed: (id: string) => boolean = () => true,
): HealthBook {
  /** By the model's own id, because two servers may offer a model of the same name. */
  const countsByModel = new Map<string, Counts>();
  /** Providers whose outage was reported, and since when it lasts. */
  const reportedSince = new Map<string, number>();
  const listeners: Parameters<HealthBook["onChange"]>[0][] = [];

  function readState(counts: Counts): HealthState {
    const { id, lastFailure, lastReplyAt, failedInARow, permanent, isForgotten } = counts;
    if (isForgotten) return "unknown";
    if (failedInARow === 0) return lastReplyAt === null ? "unknown" : "ok";
    const isLasting = permanent && isServed(id);
    if (!isLasting && now() - (lastFailure?.at ?? 0) > FORGET_MS) return "unknown";
    return permanent || failedInARow >= MAX_FAILURES_IN_A_ROW
      ? "failing"
      : lastReplyAt === null
        ? "unknown"
        : "ok";
  }

  function findState(id: string): HealthState {
    const counts = countsByModel.get(id);
    return counts ? readState(counts) : "unknown";
  }

  function describe(counts: Counts): ModelHealth {
    const {
      id: _id,
      isForgotten: _isForgotten,
      owner: _owner,
      latencies,
      failedInARow: _row,
      failedSince,
      permanent: _,
      ...rest
    } = counts;
    const state = readState(counts);
    return {
      ...rest,
      failures: { ...rest.failures },
      state,
      failingSince: state === "failing" ? failedSince : null,
      latencyMs: summarizeLatencies(latencies),
    };
  }

  function describeProvider(owner: string): ProviderHealth {
    const counts = [...countsByModel.values()].filter((entry) => entry.owner === owner);
    const states = counts.map(readState);
    const knownStates = states.filter((state) => state !== "unknown");
    const failing = knownStates.length > 0 && knownStates.every((state) => state === "failing");
    const latest = counts
      .flatMap(({ lastFailure }) => lastFailure ?? [])
      .sort((a, b) => b.at - a.at)[0];
    const since = counts.flatMap(({ failedSince }) => failedSince ?? []);
    return {
      provider: nameProvider(owner),
      state: failing ? "failing" : knownStates.length > 0 ? "ok" : "unknown",
      failingSince: failing ? Math.min(...since) : null,
      models: counts.map(({ model }) => model),
      lastFailure: latest ?? null,
    };
  }

  function reportChange(owner: string): void {
    const health = describeProvider(owner);
    const since = reportedSince.get(owner);
    if (health.state === "failing" && since === undefined) {
      reportedSince.set(owner, health.failingSince ?? now());
      for (const listener of listeners) listener(health, null);
    } else if (health.state === "ok" && since !== undefined) {
      reportedSince.delete(owner);
      for (const listener of listeners) listener(health, now() - since);
    }
  }

  return {
    count(attempt) {
      const { model, provider, stepId, retry, ms, usage, failure } = attempt;
      const owner = provider ?? model;
      const counts = countsByModel.get(model) ?? createCounts(model, owner);
      countsByModel.set(model, counts);
      counts.calls += 1;
      if (retry) counts.retries += 1;
      else if (isAskedAgain(stepId)) counts.askedAgain += 1;
      counts.inputTokens += usage.inputTokens ?? 0;
      counts.outputTokens += usage.outputTokens ?? 0;
      if (failure === null) countReply(counts, ms, now());
      else countFailure(counts, failure, readReason(attempt, toPublicText), now());
      // A reply of a provider that works changes nothing.
      if (failure !== null || reportedSince.has(owner)) reportChange(owner);
    },
    models: () => [...countsByModel.values()].map(describe),
    providers: () =>
      [...new Set([...countsByModel.values()].map(({ owner }) => owner))].map(describeProvider),
    findState,
    isFailing: (id) => findState(id) === "failing",
    forget(isChanged) {
      for (const [id, counts] of countsByModel) {
        if (!isChanged(id)) continue;
        endFailures(counts);
        counts.isForgotten = true;
      }
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

function createCounts(model: string, owner: string): Counts {
  return {
    id: model,
    model: formatModelName(model),
    provider: nameProvider(owner),
    owner,
    calls: 0,
    replies: 0,
    failures: {},
    retries: 0,
    askedAgain: 0,
    inputTokens: 0,
    outputTokens: 0,
    latencies: [],
    lastReplyAt: null,
    lastFailure: null,
    failedInARow: 0,
    failedSince: null,
    permanent: false,
    isForgotten: false,
  };
}

function countReply(counts: Counts, ms: number, at: number): void {
  counts.latencies[counts.replies % MAX_LATENCIES] = ms;
  counts.replies += 1;
  counts.lastReplyAt = at;
  endFailures(counts);
  counts.isForgotten = false;
}

function endFailures(counts: Counts): void {
  counts.failedInARow = 0;
  counts.failedSince = null;
  counts.permanent = false;
}

function countFailure(
  counts: Counts,
  failure: AttemptFailure,
  reason: string | null,
  at: number,
): void {
  const { code, permanent, retryAfterMs = null } = failure;
  counts.failures[code] = (counts.failures[code] ?? 0) + 1;
  counts.lastFailure = { at, code, reason, retryAfterMs };
  if (REQUEST_ERROR_CODES.has(code) && !permanent) return;
  counts.isForgotten = false;
  counts.failedInARow += 1;
  counts.failedSince ??= at;
  counts.permanent ||= permanent;
}

/**
 * Message of the provider without what `redact` removes; null if it may quote a question. A function may throw any
 * text.
 */
export function readReason(
  { provider, failure }: Pick<ModelAttempt, "provider" | "failure">,
  redact: (text: string) => string,
): string | null {
  if (failure === null || provider === null) return null;
  const { code, message, permanent } = failure;
  if (REQUEST_ERROR_CODES.has(code) && !permanent) return null;
  // The status is shown next to it.
  return redact(message.replace(` (status ${code})`, "")).slice(0, MAX_REASON_CHARS);
}

/** The name of a provider as it may be shown: without the address of a server, and without an API's name. */
function nameProvider(owner: string): string {
  if (owner.startsWith("compat:")) return "compat";
  const name = formatModelName(owner);
  return name.includes(":") ? name : (name.split(".", 1)[0] ?? name);
}

function summarizeLatencies(latencies: readonly number[]): ModelHealth["latencyMs"] {
  if (latencies.length === 0) return null;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}
