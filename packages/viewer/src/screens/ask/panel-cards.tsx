import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { formatCount, formatMoney, type PanelSummary, escapeInvisible } from "rostrum/page";

interface PanelCardsProps {
  panels: readonly PanelSummary[];
  chosen: string | null;
  /** The average number of calls in recent debates of a panel. */
  typicalCalls: ReadonlyMap<string, number>;
  choose(name: string): void;
}

/** The panels to choose from: what each is for, who its members are, and what a question costs. */
export function PanelCards({ panels, chosen, typicalCalls, choose }: PanelCardsProps): VNode {
  const group = useId();
  return (
    <fieldset class="panel-cards">
      <legend>Panel</legend>
      {panels.map((panel) => (
        <label class={panel.name === chosen ? "panel-card chosen" : "panel-card"}>
          <span class="panel-name">
            <input
              type="radio"
              name={group}
              checked={panel.name === chosen}
              onChange={() => choose(panel.name)}
            />{" "}
            {escapeInvisible(panel.name)}
          </span>
          <span class="panel-purpose">
            {escapeInvisible(panel.purpose ?? describeShape(panel))}
          </span>
          <span class="panel-members">{describeMembers(panel)}</span>
          <span class="panel-price">
            {describePrice(panel, typicalCalls.get(panel.name))}
            {panel.missing.length > 0 && <span class="panel-missing">Not ready yet</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const MOST_NAMED = 8;

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

/** The models of a panel, each once. */
export function describeMembers({ members, judge }: PanelSummary): string {
  const counts = new Map<string, number>();
  for (const { model } of members) counts.set(model, (counts.get(model) ?? 0) + 1);
  const names = [...counts].map(([model, count]) => (count === 1 ? model : `${model} × ${count}`));
  const listed = names.length > MOST_NAMED + 1 ? names.slice(0, MOST_NAMED) : names;
  if (listed.length < names.length) listed.push(`${names.length - listed.length} more`);
  return escapeInvisible([...listed, ...(judge ? [`judge: ${judge.model}`] : [])].join(", "));
}

function describePrice({ plan }: PanelSummary, typical: number | undefined): string {
  const { calls, usd } = plan;
  const price =
    usd.max === null ? "price unknown" : usd.max === 0 ? "free" : `at most ${formatMoney(usd.max)}`;
  const usual = typical === undefined ? "" : `, typically ${Math.round(typical)}`;
  return `${price} · up to ${formatCount(calls.max, "call")}${usual}`;
}
