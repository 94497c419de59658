import type { VNode } from "preact";
import { formatCost } from "@rostrum/core/export";
import { Bar } from "../../parts/bar.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { countPending } from "../../record/describe-kept.ts";
import type { ViewProps } from "../view-props.ts";
import { FactList } from "./fact-list.tsx";

/** Cost, calls and time so far, next to what is usual for this panel. */
export function Progress({ snapshot, actions }: ViewProps): VNode {
  const { record, events } = snapshot;
  const { result, atLeastUsd } = record;
  const estimate = actions?.estimate;
  const { calls } = result.usage;
  const typicalUsd = estimate?.typicalUsd ?? 0;
  return (
    <>
      <section class="cost-so-far">
        <h2>Cost</h2>
        <p>
          <strong>{formatCost(result.costUsd, atLeastUsd, "Unknown")}</strong>{" "}
          {countPending(snapshot) > 0 ? "for finished replies" : "so far"}
        </p>
        {typicalUsd > 0 && <Bar share={Math.min(1, atLeastUsd / typicalUsd)} />}
        {estimate && <p class="dim">{estimate.cost}</p>}
      </section>
      <FactList
        title="Progress"
        rows={[
          [
            "Calls",
            estimate && calls <= estimate.calls
              ? `${calls} of about ${estimate.calls}`
              : `${calls}`,
          ],
          ["Time", <Elapsed since={events[0]?.at ?? 0} />],
        ]}
      />
    </>
  );
}
