import { modelName } from "../../export/index.ts";
import type { StoredEvent } from "../../protocol/events.ts";
import { Recorder, sumCalls, type Totals } from "../../record/index.ts";
import { readOrigin } from "../debates/debate-order.ts";

/** What one debate used, and for whom. */
export interface RunSpend {
  user: string | null;
  team: string | null;
  /** `null`: the request put its own panel together, or another program started the run. */
  panel: string | null;
  /** By model, and by `null` where the record doesn't name the model. */
  models: Map<string | null, Totals>;
}

export function readRunSpend(events: readonly StoredEvent[]): RunSpend {
  const recorder = new Recorder();
  for (const event of events) recorder.apply(event);
  const { started } = recorder;
  const byModel = Map.groupBy(recorder.calls(), ({ model }) => model && modelName(model));
  const request = readOrigin(started)?.request;
  return {
    user: started?.userId ?? null,
    team: started?.teamId ?? null,
    panel: request?.debaters === undefined ? (request?.panel ?? null) : null,
    models: new Map([...byModel].map(([model, calls]) => [model, sumCalls(calls)])),
  };
}
