import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { formatCount, formatPlannedCalls, formatPlannedCost } from "@rostrum/core/export";
import type { PanelSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { Icon } from "../../parts/icon.tsx";
import { formatModel } from "../../record/format-model.ts";

interface PanelPickerProps {
  panels: readonly PanelSummary[];
  chosen: string | null;
  choose(name: string): void;
}

/** A longer list can be searched. */
const MANY = 8;

/** The panels to choose from: what each is for, and what a question costs. The chosen one shows its members. */
export function PanelPicker({ panels, chosen, choose }: PanelPickerProps): VNode {
  const group = useId();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const [all, setAll] = useState(false);
  const found = panels.filter(
    (panel) => panel.name === chosen || searchText(panel).includes(wanted),
  );
  const first = all || wanted !== "" || found.length <= MANY ? found.length : MANY - 1;
  // The chosen one is always shown.
  const shown = found.filter((panel, at) => at < first || panel.name === chosen);
  return (
    <fieldset class="panel-picker">
      <legend>Panel</legend>
      {panels.length > MANY && (
        <label class="panel-search">
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
      <div class="panel-rows">
        {shown.map((panel) => (
          <label class={panel.name === chosen ? "panel-card chosen" : "panel-card"}>
            <input
              type="radio"
              name={group}
              checked={panel.name === chosen}
              onChange={() => choose(panel.name)}
            />
            <span class="panel-words">
              <span class="panel-name">{escapeInvisible(panel.name)}</span>
              <span class="panel-purpose">
                {escapeInvisible(panel.purpose ?? describeShape(panel))}
              </span>
              {panel.name === chosen && <PanelMembers panel={panel} />}
              <span class="panel-price">
                {describePrice(panel)}
                {panel.missing.length > 0 && <span class="panel-missing">Not ready yet</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
      {shown.length < found.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          <Icon name="down" />
          {`Show all ${found.length} panels`}
        </button>
      )}
    </fieldset>
  );
}

function searchText({ name, purpose = "", members }: PanelSummary): string {
  return [name, purpose, ...members.map(({ model }) => model)].join(" ").toLowerCase();
}

/** Who is on a panel, one label per model. */
export function PanelMembers({ panel }: { panel: PanelSummary }): VNode {
  const { listed, more } = listModels(panel);
  return (
    <span class="panel-members">
      {listed.map((model) => (
        <span class="member">{model}</span>
      ))}
      {more > 0 && <span class="member">{`${more} more`}</span>}
      {panel.judge && (
        <span class="member member-judge">{`judge: ${formatModel(panel.judge.model)}`}</span>
      )}
    </span>
  );
}

const MOST_NAMED = 8;

/** The models of a panel, each once, with how many debaters use it. */
function listModels({ members }: PanelSummary): { listed: string[]; more: number } {
  const counts = new Map<string, number>();
  for (const { model } of members) counts.set(model, (counts.get(model) ?? 0) + 1);
  const names = [...counts].map(([model, count]) =>
    count === 1 ? formatModel(model) : `${formatModel(model)} × ${count}`,
  );
  const listed = names.length > MOST_NAMED + 1 ? names.slice(0, MOST_NAMED) : names;
  return { listed, more: names.length - listed.length };
}

/** What a panel does, if its config doesn't state a purpose. */
function describeShape({ members, judge, rounds }: PanelSummary): string {
  const debate =
    rounds === 0 ? "answer once and vote" : `debate for up to ${formatCount(rounds + 1, "round")}`;
  const models = new Set(members.map(({ model }) => model)).size;
  const who =
    models === 1 && members.length > 1
      ? `${members.length} debaters of one model`
      : formatCount(members.length, "debater");
  return `${who} ${debate}${judge ? "; a judge decides" : ""}`;
}

/** Both figures come from the plan, so that what is usual is never more than the most. */
export function describePrice({ plan: { calls, usd } }: Pick<PanelSummary, "plan">): string {
  return `${formatPlannedCost(usd)} · ${formatPlannedCalls(calls)}`;
}
