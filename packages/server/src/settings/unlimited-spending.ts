import { joinNames, toOneLine } from "@rostrum/core/support";
import { hasKey } from "@rostrum/runtime/registry";
import type { AccessPolicy, SpendingLimit } from "../access/policy.ts";
import type { PanelConfig } from "../options.ts";
import { listWallets } from "../users/wallets.ts";
import type { LoadedSettings } from "./load-settings.ts";

/**
 * Warns if users without a spending limit may ask panels without a budget, so that nothing limits what one request may
 * cost. On a server without users, which is a person's own, that concerns panels whose models are called with a key.
 */
export function warnOfUnlimitedSpending(settings: LoadedSettings): string[] {
  const { open } = settings.users;
  const users = open ? ["everyone on this machine"] : findUnlimitedUsers(settings);
  const panels = findUnlimitedPanels(settings, open);
  if (users.length === 0 || panels.length === 0) return [];
  const limitVerb = users.length === 1 ? "has" : "have";
  const panelWord = panels.length === 1 ? "panel" : "panels";
  const budgetVerb = panels.length === 1 ? "has" : "have";
  const advice = open ? "set budgets" : "set policy.everybody or budgets";
  return [
    `${joinNames(users)} ${limitVerb} no spending limit and ${panelWord} ${joinNames(panels)} ${budgetVerb} no budget, so ` +
      `nothing limits what a request may cost: ${advice}, see "Set this first" in docs/server.md`,
  ];
}

/** The users whom no limit of their own, of their team or of their project applies to. */
function findUnlimitedUsers({ users, options: { auth, policy = {} } }: LoadedSettings): string[] {
  const { tokens = [], oidc } = auth ?? {};
  const names = [...new Set(tokens.map(({ user }) => user))].filter(
    (name) => users.byName(name)?.wallets.length === 0,
  );
  return [
    ...names,
    ...(oidc && !isLimited(oidc, policy) ? ["every user of the identity provider"] : []),
  ];
}

/** True if every user of an identity provider has a limit. */
function isLimited(
  { groups, everybody }: NonNullable<NonNullable<LoadedSettings["options"]["auth"]>["oidc"]>,
  policy: AccessPolicy,
): boolean {
  const hasLimit = (limit: SpendingLimit | undefined): boolean =>
    listWallets("user", "", limit, Date.now()).length > 0;
  const grants = [...Object.values(groups), ...(everybody ? [everybody] : [])];
  return (
    hasLimit(policy.everybody) ||
    grants.every(
      ({ team = "", project = "" }) =>
        hasLimit(policy.teams?.[team]) || hasLimit(policy.projects?.[project]),
    )
  );
}

/** The panels without a budget whose members call models. Embedded networks cost nothing. */
function findUnlimitedPanels(
  { needs, options: { panels } }: LoadedSettings,
  /** Leaves out panels of which no model is called with a key that is set. */
  onlyWithKey: boolean,
): string[] {
  return needs
    .filter(({ name, members }) => members.length > 0 && !isCapped(panels[name]?.budget))
    .filter(({ ids }) => !onlyWithKey || ids.some(hasKey))
    .map(({ name }) => toOneLine(name));
}

function isCapped(budget: PanelConfig["budget"]): boolean {
  if (budget === undefined) return false;
  return "open" in budget || [budget.usd, budget.tokens, budget.calls].some((cap) => cap != null);
}
