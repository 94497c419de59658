import type { RunStore } from "../../protocol/journal.ts";
import type { ServiceStore } from "../../protocol/service-store.ts";
import { UserError } from "../user-error.ts";

/** What servers store in a journal in addition to runs. */
export function serviceIn({ service }: RunStore): ServiceStore {
  if (service) return service;
  throw new UserError("expected a journal that servers use: a file or a postgres:// address");
}
