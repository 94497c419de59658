import type { StoredEvent } from "@rostrum/core/protocol";

/** Debaters that are called in a round, with the times of their calls. Round 0 may call some of them later. */
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
