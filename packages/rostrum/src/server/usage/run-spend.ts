import { modelName } from "../../export/index.ts";
import type { PaidCall, StoredEvent } from "../../protocol/events.ts";
import { Recorder } from "../../record/index.ts";
import { originOf } from "../debates/debate-order.ts";

/** The calls of one debate, and for whom they were made. */
export interface RunSpend {
  user: string | null;
  team: string | null;
  /** `null`: the request put its own panel together, or another program started the run. */
  panel: string | null;
  /** Those that the result counts. */
  calls: PaidCall[];
}

export function readRunSpend(events: readonly StoredEvent[]): RunSpend {
  const recorder = new Recorder();
  for (const event of events) recorder.apply(event);
  const { started } = recorder.record();
  const request = originOf(started)?.request;
  return {
    user: started?.userId ?? null,
    team: started?.teamId ?? null,
    panel: request?.debaters === undefined ? (request?.panel ?? null) : null,
    calls: recorder
      .calls()
      .map((call) => ({ ...call, model: call.model && modelName(call.model) })),
  };
}
