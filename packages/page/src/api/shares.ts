import { fetchJson, send } from "./request.ts";

/** A link through which people without an account read a debate. Times are ISO 8601. */
export interface Share {
  id: string;
  debate: string;
  by: string | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  active: boolean;
}

/** A new link. Only this response contains its token. */
export interface CreatedShare extends Share {
  token: string;
  /** Null if the server doesn't know its public address. */
  url: string | null;
}

const shares = (debate: string): string => `debates/${encodeURIComponent(debate)}/shares`;

export function createShare(debate: string, days: number): Promise<CreatedShare> {
  return fetchJson(shares(debate), { method: "POST", body: { days } });
}

export async function listShares(debate: string, signal: AbortSignal): Promise<Share[]> {
  return (await fetchJson<{ shares: Share[] }>(shares(debate), { signal })).shares;
}

export async function listAllShares(signal: AbortSignal): Promise<Share[]> {
  return (await fetchJson<{ shares: Share[] }>("admin/shares", { signal })).shares;
}

export async function revokeShare(debate: string, id: string): Promise<void> {
  await send(`${shares(debate)}/${id}`, { method: "DELETE" });
}
