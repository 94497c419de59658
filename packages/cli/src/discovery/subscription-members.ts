import { formatCommandId, isWords, findSubscription } from "@rostrum/runtime/models";
import { splitCount } from "@rostrum/runtime/registry";
import { isCi } from "../trust/require-trust.ts";
import { UserError } from "../user-error.ts";

/** Names of coding agents in a panel that use one person's subscription. */
export function listSubscriptionMembers(panel: unknown): string[] {
  return [...new Set(findNames(panel))];
}

function findNames(value: unknown): string[] {
  const id = isWords(value)
    ? formatCommandId(value)
    : typeof value === "string"
      ? splitCount(value).id
      : null;
  const program = id === null ? null : findSubscription(id);
  if (program !== null) return [program.name];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findNames) : [];
}

/** Throws in CI if a panel uses subscriptions: they belong to one person, and nobody is there to consent. */
export function refuseSubscriptionsInCi(panel: unknown): void {
  const names = isCi() ? listSubscriptionMembers(panel) : [];
  if (names.length === 0) return;
  throw new UserError(
    `In CI, rostrum doesn't ask ${names.join(" and ")} with somebody's subscription.`,
    ["Name models that are called with a key: rostrum -d <provider>/<model> …"],
  );
}
