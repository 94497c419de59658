import type {
  DebatePlan,
  Review,
  PanelSummary,
  RunPage,
  RunQuery,
  RunSummary,
} from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import type { UsageView } from "../route/route.ts";
import type { Asking, Settings } from "./asking.ts";
import { fetchJson, send } from "./request.ts";

export interface Plan extends DebatePlan {
  /** "3 debaters × up to 3 rounds + judge: 4 to 10 calls; about $0.04, at most $0.60" */
  sentence: string;
  /** Reason for which this user's question would be refused now. */
  refusal: { code: "unpriced" | "budget"; message: string } | null;
  /** Models without a known price. */
  unpriced: { role: string; name: string; model: string }[];
}

export type RunSearch = Omit<RunQuery, "status" | "visibleTo"> & { status?: string };

/** Panels and models that this user can ask. */
export interface Offer {
  panels: PanelSummary[];
  /** Ids of models that a panel built on the page may use. */
  models: string[];
  /** True if this user may save panels on the server. */
  saving: boolean;
}

/** Totals for a group of debates. */
export interface UsageRow {
  /** Null for debates whose record has no value for this grouping. */
  key: string | null;
  debates: number;
  calls: number;
  tokens: number | null;
  /** Sum of known tokens: a lower bound if `tokens` is null. */
  atLeastTokens: number;
  /** `null`: no call's cost is known. */
  costUsd: number | null;
  /** Sum of known costs: a lower bound if there are `unknownCalls`. */
  atLeastUsd: number;
  unknownCalls: number;
}

type CapUsage = { cap: number; spent: number; left: number };

/** Spending caps of a user, a team or a project. */
export interface UsageLimit {
  user?: string | null;
  team?: string | null;
  project?: string | null;
  /** Absent if the cap never resets. */
  per?: "day" | "month";
  resetsAt?: string;
  usd?: CapUsage;
  tokens?: CapUsage;
  calls?: CapUsage;
}

export interface UsageReport {
  by: UsageView["by"];
  rows: UsageRow[];
  total: Omit<UsageRow, "key">;
  limits: UsageLimit[];
}

/** Debates for which the user has a permission. */
export type Reach = "none" | "own" | "seen" | "all";

/** The user and their permissions. */
export interface Me {
  user: string | null;
  team: string | null;
  role: string;
  /** True if this server has users. */
  signIn: boolean;
  /** True if the browser's cookie identifies the user. */
  session: boolean;
  /** Project that the user's token is limited to. */
  project: string | null;
  /** Projects that may pay for a debate. */
  projects: string[];
  acts: Record<string, Reach>;
  /** True if the user may answer under the requested name. */
  speaks?: boolean;
}

const debate = (id: string, part = ""): string => `debates/${encodeURIComponent(id)}${part}`;

/** `speaker`: name of a person on a panel. */
export function getMe(signal: AbortSignal, speaker?: string): Promise<Me> {
  const query = speaker === undefined ? "" : `?speaker=${encodeURIComponent(speaker)}`;
  return fetchJson(`me${query}`, { signal });
}

export function listPanels(signal?: AbortSignal): Promise<Offer> {
  return fetchJson("panels", signal ? { signal } : {});
}

export function savePanel(panel: Settings & { name: string }): Promise<{ version: number }> {
  return fetchJson("panels", { method: "POST", body: panel });
}

export async function deletePanel(name: string): Promise<void> {
  await send(`panels/${encodeURIComponent(name)}`, { method: "DELETE" });
}

/** `from` and `to` are days in UTC, both included. */
export function getUsage(
  by: UsageView["by"],
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<UsageReport> {
  const query = new URLSearchParams({ by, from, to: `${to}T23:59:59.999Z` });
  return fetchJson(`usage?${query}`, { signal });
}

export function planDebate(body: Asking, signal: AbortSignal): Promise<Plan> {
  return fetchJson("plan", { method: "POST", body, signal });
}

/** Starts a debate. The key keeps a second click from starting another one. */
export function startDebate(body: Asking, key: string): Promise<{ id: string }> {
  return fetchJson("debates", { method: "POST", body, headers: { "idempotency-key": key } });
}

export function listRuns(query: RunSearch, signal?: AbortSignal): Promise<RunPage> {
  const filledQuery = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(filledQuery.map(([name, value]) => [name, String(value)]));
  return fetchJson(`debates?${search}`, signal ? { signal } : {});
}

/** Reviewer of a debate, with the due date and the reason. */
export type Assignment = NonNullable<RunSummary["assignment"]>;

export type ServedRecord = DebateRecord & { assignment: Assignment | null };

export function getRecord(id: string): Promise<ServedRecord> {
  return fetchJson(debate(id));
}

/** `due` is ISO 8601 with a time zone. */
export async function assignDebate(
  id: string,
  assignment: { assignee: string; due?: string; comment?: string },
): Promise<void> {
  await send(debate(id, "/assignment"), { method: "POST", body: assignment });
}

export async function unassignDebate(id: string): Promise<void> {
  await send(debate(id, "/assignment"), { method: "DELETE" });
}

export async function cancelDebate(id: string): Promise<void> {
  await send(debate(id, "/cancel"), { method: "POST", body: {} });
}

export function forkDebate(
  id: string,
  fromRound: number,
  changes: Settings = {},
): Promise<{ id: string }> {
  return fetchJson(debate(id, "/fork"), { method: "POST", body: { fromRound, ...changes } });
}

/** `leaving`: the page is about to close, so the request must outlive it. */
export async function reviewDebate(id: string, review: Review, leaving = false): Promise<void> {
  await send(debate(id, "/review"), { method: "POST", body: review, keepalive: leaving });
}

export async function proceedDebate(id: string): Promise<void> {
  await send(debate(id, "/proceed"), { method: "POST", body: {} });
}

export async function sayToDebate(id: string, note: string): Promise<void> {
  await send(debate(id, "/say"), { method: "POST", body: { note } });
}

export async function speakInDebate(id: string, name: string, text: string): Promise<void> {
  await send(debate(id, "/speak"), { method: "POST", body: { name, text } });
}

export function followDebate(id: string, question: string): Promise<{ id: string }> {
  return fetchJson(debate(id, "/follow"), { method: "POST", body: { question } });
}

export async function deleteDebate(id: string): Promise<void> {
  await send(debate(id), { method: "DELETE" });
}

export async function exportDebate(id: string, format: "md" | "json"): Promise<Blob> {
  return (await send(debate(id, `/export?format=${format}`))).blob();
}

export async function getFile(id: string, sha256: string): Promise<Blob> {
  return (await send(debate(id, `/files/${sha256}`))).blob();
}

export function openEvents(id: string, lastSeen: number, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = lastSeen < 0 ? {} : { "last-event-id": String(lastSeen) };
  return send(debate(id, "/events"), { headers, signal });
}
