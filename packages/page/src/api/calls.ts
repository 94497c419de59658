import type { Usage } from "@rostrum/core/protocol";
import { fetchJson } from "./request.ts";

/** One call of a debate, as the server lists it. */
export interface DebateCall {
  /** `debater`, `judge`, `compare`, … */
  role: string;
  /** The debater or the judge; `null` for other roles. */
  member: string | null;
  /** From 0; `null` or absent: the call belongs to no round. */
  round?: number | null;
  /** `null`: unknown. */
  model: string | null;
  /** When the last attempt began, in milliseconds since 1970; `null`: unknown. */
  startedAt: number | null;
  /** `null`: it hasn't ended, or unknown. */
  durationMs: number | null;
  /** Attempts that have ended. */
  attempts?: number;
  usage: Usage | null;
  /** `null`: unknown. */
  costUsd: number | null;
  /** Absent: it brought a reply, or hasn't ended. */
  error?: string;
  /** Only for those who may read it. */
  prompt?: string | { system: string; messages: { role: string; content: string }[] };
  reply?: string;
}

export function getCalls(id: string, signal: AbortSignal): Promise<{ calls: DebateCall[] }> {
  return fetchJson(`debates/${encodeURIComponent(id)}/calls`, { signal });
}
