import { describeMissing } from "../health/readiness.ts";
import { hasUsers, type LoadedSettings } from "./load-settings.ts";
import { warnOfUnlimitedSpending } from "./unlimited-spending.ts";
import { warnOfUnpriced } from "./unpriced-panels.ts";

const NOBODY_CAN_SIGN_IN =
  "nobody can sign in: no token is in effect, and there is no identity provider. Correct the tokens file, or add a user: " +
  "rostrum serve --tokens <file> --new-token <user> --role admin";

/** What an operator may not expect of settings that are in effect, for the log and the answer to a reload. */
export async function listSettingsWarnings(settings: LoadedSettings): Promise<string[]> {
  const isLocked = !settings.users.open && !hasUsers(settings.options);
  return [
    ...(isLocked ? [NOBODY_CAN_SIGN_IN] : []),
    ...(await describeMissing(settings.options.panels)),
    ...warnOfUnlimitedSpending(settings),
    ...warnOfUnpriced(settings),
  ];
}
