import type { LearnedVersion, PanelLearning } from "@rostrum/core/protocol";
import { fetchJson, send } from "./request.ts";

const panel = (name: string): string => `panels/${encodeURIComponent(name)}/calibration`;

/** Records whether the answer of a finished debate turned out right. */
export async function tellOutcome(
  id: string,
  outcome: { right: boolean } | { answer: string },
): Promise<void> {
  await send(`debates/${encodeURIComponent(id)}/outcome`, { method: "POST", body: outcome });
}

export function getLearning(name: string, signal: AbortSignal): Promise<PanelLearning> {
  return fetchJson(panel(name), { signal });
}

/** Lets a panel learn from its runs, or use an earlier version again. */
export function learnPanel(name: string, version?: number): Promise<LearnedVersion> {
  return fetchJson(panel(name), { method: "POST", body: version === undefined ? {} : { version } });
}
