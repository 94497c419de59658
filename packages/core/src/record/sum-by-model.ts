import type { StoredEvent } from "../protocol/events.ts";
import type { ModelUsage } from "../protocol/journal.ts";
import { getKnownCost } from "../protocol/costs.ts";
import { sumCalls } from "./call-log.ts";
import { Recorder } from "./recorder.ts";

/** Usage of a run by model, without the calls that a fork copied. */
export function sumByModel(events: readonly StoredEvent[]): ModelUsage[] {
  const recorder = new Recorder();
  for (const event of events) recorder.applyUntrusted(event);
  return [...Map.groupBy(recorder.ownCalls(), ({ model }) => model)].map(([model, calls]) => ({
    model,
    ...sumCalls(calls),
    atLeastTokens: calls.reduce(
      (sum, { usage: { inputTokens, outputTokens } }) =>
        sum + (inputTokens ?? 0) + (outputTokens ?? 0),
      0,
    ),
    unknownCalls: calls.reduce((sum, call) => sum + call.attempts - getKnownCost(call).attempts, 0),
  }));
}
