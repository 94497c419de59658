import type { CallCost, StartedEvent, StoredEvent } from "../../protocol/events.ts";
import { addCosts, NO_COST } from "../../protocol/add-usage.ts";
import { readOrigin } from "../debates/debate-order.ts";
import { callsIn, isOfDecision, type ReportedCall } from "./calls-in.ts";

/** What one debate used, and for whom. */
export interface RunSpend {
  user: string | null;
  team: string | null;
  /** `null`: the request put its own panel together, or another program started the run. */
  panel: string | null;
  /** By model, and by `null` where the record doesn't name the model. */
  models: Map<string | null, CallCost>;
}

export function runSpend(events: readonly StoredEvent[]): RunSpend {
  const calls = new Map<string, ReportedCall>();
  let started: StartedEvent | null = null;
  for (const event of events) {
    if (event.type === "debate.started") started = event;
    // Only the last event can tell what no other event has told.
    calls.delete("unreported");
    if (event.type === "debate.round_started" || event.type === "debate.round_completed") {
      for (const place of calls.keys()) if (isOfDecision(place)) calls.delete(place);
    }
    for (const call of callsIn(event, started)) calls.set(call.place, call);
  }
  const models = new Map<string | null, CallCost>();
  for (const { model, call } of calls.values()) {
    models.set(model, addCosts(models.get(model) ?? NO_COST, call));
  }
  const request = readOrigin(started)?.request;
  return {
    user: started?.userId ?? null,
    team: started?.teamId ?? null,
    panel: request?.debaters === undefined ? (request?.panel ?? null) : null,
    models,
  };
}
