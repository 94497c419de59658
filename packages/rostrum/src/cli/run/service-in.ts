import type { RunStore } from "../../protocol/journal.ts";
import type { ServiceStore } from "../../protocol/service-store.ts";
import { UserError } from "../user-error.ts";

/** What servers keep in a journal. */
export function serviceIn({ service }: RunStore): ServiceStore {
  if (service) return service;
  throw new UserError("expected a journal that keeps what servers do: a file or postgres://");
}
