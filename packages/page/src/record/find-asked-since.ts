import type { StoredEvent } from "@rostrum/core/protocol";

/**
 * The debaters that are asked in a round, and when they were asked. Round 0 may ask some of them
 * later.
 */
export function findAskedSince(
  events: readonly StoredEvent[],
  round: number,
): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const event of events) {
    if (event.type !== "debate.round_started" || event.round !== round) continue;
    for (const name of event.asked) if (!since.has(name)) since.set(name, event.at);
  }
  return since;
}
