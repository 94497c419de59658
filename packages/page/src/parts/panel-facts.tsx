import type { VNode } from "preact";
import type { PanelSummary } from "@rostrum/core/protocol";
import { describeHealth, listModels } from "../record/describe-panel.ts";
import { formatModel } from "../record/format-model.ts";

/** Health of a panel. Its mark differs in shape, not only in color. */
export function PanelHealth({ panel }: { panel: PanelSummary }): VNode {
  const { level, text } = describeHealth(panel);
  return <span class={`panel-health health-${level} said`}>{text}</span>;
}

/** Members of a panel, one label per model. */
export function PanelMembers({ panel }: { panel: PanelSummary }): VNode {
  const { listed, moreCount } = listModels(panel);
  return (
    <span class="panel-members">
      {listed.map((model) => (
        <span class="tag outline">{model}</span>
      ))}
      {moreCount > 0 && <span class="tag outline">{`${moreCount} more`}</span>}
      {panel.judge && <span class="tag">{`judge: ${formatModel(panel.judge.model)}`}</span>}
    </span>
  );
}
