import { describeMissing } from "../health/readiness.ts";
import type { LoadedSettings } from "./load-settings.ts";
import { warnOfUnlimitedSpending } from "./unlimited-spending.ts";

/** What an operator may not expect of settings that are in effect, for the log and the answer to a reload. */
export async function listSettingsWarnings(settings: LoadedSettings): Promise<string[]> {
  return [
    ...(await describeMissing(settings.options.panels)),
    ...warnOfUnlimitedSpending(settings),
  ];
}
