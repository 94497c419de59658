import { toOneLine } from "@rostrum/core/support";
import { formatUnpriced, listUnpriced, PRICE_FORM } from "../panels/unpriced.ts";
import { listWallets } from "../users/wallets.ts";
import type { LoadedSettings } from "./load-settings.ts";

/** Warns of panels that every user with a limit in dollars is refused, which neither their key nor their health shows. */
export function warnOfUnpriced(settings: LoadedSettings): string[] {
  if (!hasDollarLimits(settings)) return [];
  return Object.entries(settings.options.panels).flatMap(([name, config]) => {
    const unpriced = listUnpriced(config);
    if (unpriced.length === 0) return [];
    return `panel ${toOneLine(name)}: users with a limit in dollars can't ask it: no price is known for ${formatUnpriced(unpriced)}; give each a ${PRICE_FORM}`;
  });
}

function hasDollarLimits({ users, options: { policy = {} } }: LoadedSettings): boolean {
  if (users.open) return false;
  // The users of an identity provider are unknown, so everybody's limit counts even without tokens.
  const everybody = listWallets("user", "", policy.everybody, Date.now());
  return [...everybody, ...users.wallets([])].some(({ limits }) => limits.usd !== undefined);
}
