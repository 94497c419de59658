import type { Usage } from "@rostrum/core/protocol";
import { fetchJson } from "./request.ts";

/** One call of a debate, as the server lists it. */
export interface DebateCall {
  /** `debater`, `judge`, `compare`, … */
  role: string;
  /** The debater or the judge; `null` for other roles. */
  member: string | null;
  /** Zero-based. Null or absent if the call belongs to no round. */
  round?: number | null;
  /** Null if unknown. */
  model: string | null;
  /** Start of the last attempt, in milliseconds since 1970. Null if unknown. */
  startedAt: number | null;
  /** Null while the call runs, or if unknown. */
  durationMs: number | null;
  /** Number of finished attempts. */
  attempts?: number;
  usage: Usage | null;
  /** Null if unknown. */
  costUsd: number | null;
  /** Absent while the call runs and after a reply. */
  error?: string;
  /** Absent if this user may not read prompts. */
  prompt?: string | { system: string; messages: { role: string; content: string }[] };
  reply?: string;
}

export function getCalls(id: string, signal: AbortSignal): Promise<{ calls: DebateCall[] }> {
  return fetchJson(`debates/${encodeURIComponent(id)}/calls`, { signal });
}
