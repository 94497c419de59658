import type { Review } from "../../../rostrum/src/protocol/settings.ts";
import type { DebatePlan, PanelSummary } from "../../../rostrum/src/protocol/config.ts";
import type { RunPage } from "../../../rostrum/src/protocol/journal.ts";
import type { DebateRecord } from "../../../rostrum/src/record/index.ts";
import { fetchJson, send } from "./request.ts";

export interface Asking {
  question: string;
  panel: string;
  rounds: number;
}

export interface Plan extends DebatePlan {
  /** "3 debaters × up to 3 rounds + judge = 10 calls, at most $0.04" */
  sentence: string;
}

export interface RunSearch {
  /** Only those that follow this one up. */
  parent?: string;
  search?: string;
  status?: string;
  before?: string;
  limit?: number;
}

const debate = (id: string, part = ""): string => `debates/${encodeURIComponent(id)}${part}`;

export async function listPanels(): Promise<PanelSummary[]> {
  return (await fetchJson<{ panels: PanelSummary[] }>("panels")).panels;
}

export function planDebate(body: Asking, signal: AbortSignal): Promise<Plan> {
  return fetchJson("plan", { method: "POST", body, signal });
}

/** Starts a debate. The key prevents a second click from starting a second one. */
export function startDebate(body: Asking, key: string): Promise<{ id: string }> {
  return fetchJson("debates", { method: "POST", body, headers: { "idempotency-key": key } });
}

export function listRuns(query: RunSearch, signal?: AbortSignal): Promise<RunPage> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return fetchJson(`debates?${search}`, signal ? { signal } : {});
}

export function getRecord(id: string): Promise<DebateRecord> {
  return fetchJson(debate(id));
}

export async function cancelDebate(id: string): Promise<void> {
  await send(debate(id, "/cancel"), { method: "POST", body: {} });
}

export function forkDebate(id: string, fromRound: number): Promise<{ id: string }> {
  return fetchJson(debate(id, "/fork"), { method: "POST", body: { fromRound } });
}

export async function reviewDebate(id: string, review: Review): Promise<void> {
  await send(debate(id, "/review"), { method: "POST", body: review });
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
