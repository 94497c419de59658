import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { PanelSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { Icon } from "../../parts/icon.tsx";
import { PanelHealth, PanelMembers } from "../../parts/panel-facts.tsx";
import { describeShape, formatTypicalCost } from "../../record/describe-panel.ts";

interface PanelPickerProps {
  panels: readonly PanelSummary[];
  chosen: string | null;
  choose(name: string): void;
}

/** Longer lists have a search field. */
const MAX_UNSEARCHED = 9;

/** Panels to choose from, with their purpose, usual cost and health. */
export function PanelPicker({ panels, chosen, choose }: PanelPickerProps): VNode {
  const group = useId();
  const [typed, setTyped] = useState("");
  const query = typed.trim().toLowerCase();
  const [all, setAll] = useState(false);
  const matches = panels.filter(
    (panel) => panel.name === chosen || searchText(panel).includes(query),
  );
  const first =
    all || query !== "" || matches.length <= MAX_UNSEARCHED ? matches.length : MAX_UNSEARCHED;
  // The chosen panel is always visible.
  const visiblePanels = matches.filter((panel, index) => index < first || panel.name === chosen);
  const chosenPanel = panels.find(({ name }) => name === chosen);
  return (
    <fieldset class="panel-picker">
      <legend>
        Panel <small>who answers, and how they decide</small>
      </legend>
      {panels.length > MAX_UNSEARCHED && (
        <label class="search-field">
          <span class="hidden">Search panels</span>
          <Icon name="search" />
          <input
            type="search"
            placeholder={`Search ${panels.length} panels`}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      )}
      <div class="panel-cards">
        {visiblePanels.map((panel) => (
          <label class="card panel-card">
            <input
              type="radio"
              name={group}
              checked={panel.name === chosen}
              onChange={() => choose(panel.name)}
            />
            <b class="panel-name said">{escapeInvisible(panel.name)}</b>
            <span class="panel-cost">{formatTypicalCost(panel)}</span>
            <span class="panel-purpose said">
              {escapeInvisible(panel.purpose ?? describeShape(panel))}
            </span>
            <PanelHealth panel={panel} />
          </label>
        ))}
      </div>
      {visiblePanels.length < matches.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          <Icon name="down" />
          {`Show all ${matches.length} panels`}
        </button>
      )}
      {chosenPanel && (
        <p class="chosen-members">
          <span class="dim">{`Members of ${escapeInvisible(chosenPanel.name)}`}</span>{" "}
          <PanelMembers panel={chosenPanel} />
        </p>
      )}
    </fieldset>
  );
}

function searchText({ name, purpose = "", members }: PanelSummary): string {
  return [name, purpose, ...members.map(({ model }) => model)].join(" ").toLowerCase();
}
