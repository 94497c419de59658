import type { VNode } from "preact";
import { visible } from "../../../../rostrum/src/visible.ts";
import type { PanelSummary } from "../../../../rostrum/src/protocol/config.ts";

/** The members of a panel. */
export function PanelSeats({ panel }: { panel: PanelSummary | null }): VNode {
  return (
    <ul class="seats" aria-label="Who is asked">
      {panel?.members.map(({ name, model, weight }) => (
        <li>
          <span class="name">{visible(name)}</span> <span class="model">{visible(model)}</span>
          {weight !== 1 && <span class="dim small"> × {weight}</span>}
        </li>
      ))}
      {panel?.judge && (
        <li>
          <span class="name">{visible(panel.judge.name)}</span>{" "}
          <span class="model">{visible(panel.judge.model)}</span>
        </li>
      )}
    </ul>
  );
}
