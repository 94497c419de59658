import type { UsageLimit } from "./endpoints.ts";
import { fetchJson } from "./request.ts";

/** `unknown`: no recent calls. */
export type ModelState = "ok" | "failing" | "unknown";

/** Types of the admin endpoints. Times are ISO 8601. */
export interface LastFailure {
  at: string;
  /** The HTTP status, `timeout`, `unreachable` or `error`. */
  code: string;
  /** The provider's error text. Null if it may quote a question. */
  reason: string | null;
  retryAfterMs: number | null;
}

export interface AdminModel {
  model: string;
  provider: string | null;
  panels: string[];
  state: ModelState;
  failingSince: string | null;
  /** Attempts, retries included. */
  calls: number;
  replies: number;
  /** By HTTP status, `timeout`, `unreachable` or `error`. */
  failures: Record<string, number>;
  retries: number;
  /** Repeated calls because a reply couldn't be parsed. */
  askedAgain: number;
  inputTokens: number;
  outputTokens: number;
  latencyMs: { p50: number; p95: number } | null;
  lastReplyAt: string | null;
  lastFailure: LastFailure | null;
}

export interface AdminProvider {
  provider: string;
  state: ModelState;
  failingSince: string | null;
  models: string[];
  lastFailure: LastFailure | null;
}

export interface AdminHealth {
  /** Start of the counts, when this process started. */
  since: string;
  models: AdminModel[];
  providers: AdminProvider[];
  panelsDown: string[];
}

type Amounts = Partial<Record<"usd" | "tokens" | "calls", number>>;

export interface AdminUser {
  user: string;
  /** First digits of the token's hash. */
  token: string;
  role: string;
  team: string | null;
  project: string | null;
  sees: string;
  budget: Amounts | null;
  perDay: Amounts | null;
  perMonth: Amounts | null;
  lastSeenAt: string | null;
}

export interface AdminUsers {
  users: AdminUser[];
  signIn: {
    issuer: string;
    groups: string[];
    users: { user: string; lastSeenAt: string | null }[];
  } | null;
  limits: UsageLimit[];
}

export interface ReloadOutcome {
  at: string;
  /** What is wrong, and which changes are held back. */
  error: string | null;
  changed: string[];
  /** Possible mistakes, such as panels that can't answer because a key is missing. */
  warnings: string[];
}

export interface AdminServer {
  version: string;
  node: string;
  startedAt: string;
  memoryBytes: number;
  debates: { running: number; waiting: number; queued: number };
  watchers: number;
  limits: Record<string, number>;
  panels: string[];
  webhooks: {
    waiting: number;
    givenUp: number;
    hooks: { name: string; format: string; events: string[] }[];
  };
  reload: { available: boolean; last: ReloadOutcome | null };
}

export interface AuditEntry {
  at: string;
  user: string | null;
  act: string;
  debate: string | null;
  outcome: "done" | "refused" | "failed";
  status: number;
  code: string | null;
  address: string | null;
}

export interface AuditPage {
  acts: AuditEntry[];
  next: string | null;
}

export function getHealth(signal: AbortSignal): Promise<AdminHealth> {
  return fetchJson("admin/health", { signal });
}

export function getUsers(signal: AbortSignal): Promise<AdminUsers> {
  return fetchJson("admin/users", { signal });
}

export function getServer(signal: AbortSignal): Promise<AdminServer> {
  return fetchJson("admin/server", { signal });
}

export function reloadServer(): Promise<ReloadOutcome> {
  return fetchJson("admin/reload", { method: "POST", body: {} });
}

export function listAudit(
  query: { user: string; act: string; outcome: string; before?: string },
  signal?: AbortSignal,
): Promise<AuditPage> {
  const filledQuery = Object.entries({ limit: "50", ...query }).filter(([, value]) => value !== "");
  return fetchJson(`audit?${new URLSearchParams(filledQuery)}`, signal ? { signal } : {});
}
