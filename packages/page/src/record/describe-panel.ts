import { formatCount, formatMoney } from "@rostrum/core/export";
import type { PanelSummary } from "@rostrum/core/protocol";
import { formatModel } from "./format-model.ts";
import { joinVisibleNames } from "./join-visible-names.ts";

/** Formats the usual cost of a question to a panel. */
export function formatTypicalCost({ plan: { usd } }: Pick<PanelSummary, "plan">): string {
  if (usd.max === null || usd.typical === null) return "price unknown";
  return usd.max === 0 ? "free" : `about ${formatMoney(usd.typical)}`;
}

/** Describes a panel whose config states no purpose. */
export function describeShape({ members, judge, rounds }: PanelSummary): string {
  const debate =
    rounds === 0 ? "answer once and vote" : `debate for up to ${formatCount(rounds + 1, "round")}`;
  const models = new Set(members.map(({ model }) => model)).size;
  const memberWords =
    models === 1 && members.length > 1
      ? `${members.length} members of one model`
      : formatCount(members.length, "member");
  return `${memberWords} ${debate}${judge ? "; a judge decides" : ""}.`;
}

const MAX_NAMED = 8;

/** Distinct models of a panel, with the number of members that use each. */
export function listModels({ members }: PanelSummary): { listed: string[]; moreCount: number } {
  const counts = new Map<string, number>();
  for (const { model } of members) counts.set(model, (counts.get(model) ?? 0) + 1);
  const names = [...counts].map(([model, count]) =>
    count === 1 ? formatModel(model) : `${formatModel(model)} × ${count}`,
  );
  const listed = names.length > MAX_NAMED + 1 ? names.slice(0, MAX_NAMED) : names;
  return { listed, moreCount: names.length - listed.length };
}

/** Health of a panel: a word for the style and a sentence for the reader. */
export interface HealthDescription {
  level: "ready" | "unknown" | "some" | "none";
  text: string;
}

export function describeHealth({
  members: panelMembers,
  missing,
  health,
}: PanelSummary): HealthDescription {
  if (missing.length > 0) return { level: "none", text: "Not set up yet" };
  if (!health) return { level: "ready", text: "Ready" };
  const { able, needed, failing, members } = health;
  if (failing.length === 0)
    return health.replied
      ? { level: "ready", text: "Ready" }
      : { level: "unknown", text: "Not asked lately" };
  // Counts models instead of members: the card lists models, and a member may be called just `debater_2`.
  const models = new Set(
    panelMembers
      .filter(({ name }) => failing.includes(name))
      .map(({ model }) => formatModel(model)),
  );
  const names = joinVisibleNames([...models]);
  const are = models.size === 1 ? "is" : "are";
  return able < needed
    ? { level: "none", text: `Can't answer: ${names} ${are} failing` }
    : { level: "some", text: `${names} ${are} failing: ${able} of ${members} can answer` };
}
