import { fetchJson } from "./request.ts";

/** `unknown`: not called lately. */
export type ModelState = "ok" | "failing" | "unknown";

/** Something that everybody who uses the server should know. */
export interface StatusNotice {
  kind: string;
  /** `error`: no panel can answer. */
  level: "warning" | "error";
  text: string;
  since: string;
}

export async function listStatusNotices(signal: AbortSignal): Promise<StatusNotice[]> {
  const { notices } = await fetchJson<{ notices: StatusNotice[] }>("status", { signal });
  return notices;
}
