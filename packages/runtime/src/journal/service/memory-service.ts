import { createMemoryAssignments } from "./memory/assignments.ts";
import { createMemoryAudit } from "./memory/audit.ts";
import { createMemoryDeliveries } from "./memory/deliveries.ts";
import { createMemoryPanels } from "./memory/panels.ts";
import { createMemoryRepeats } from "./memory/repeats.ts";
import { createMemoryShares } from "./memory/shares.ts";
import { createMemoryWallets } from "./memory/wallets.ts";
import { formatForgottenName } from "./rows.ts";
import type { RunLookup } from "./run-lookup.ts";
import type { ServiceStore } from "./service-store.ts";

/** A service store that lives as long as its process. */
export function memoryService(runs: RunLookup): ServiceStore {
  const audit = createMemoryAudit();
  const wallets = createMemoryWallets();
  const deliveries = createMemoryDeliveries(runs);
  const panels = createMemoryPanels(runs);
  const shares = createMemoryShares(runs);
  const assignments = createMemoryAssignments(runs);
  let forgotten = 0;
  return {
    ...audit.store,
    ...wallets.store,
    ...deliveries.store,
    ...panels.store,
    ...createMemoryRepeats(runs),
    ...shares.store,
    ...assignments.store,
    ownerOf: runs.ownerOf,
    expire: runs.expire,
    async forgetUser(user) {
      const name = formatForgottenName(++forgotten);
      runs.forgetIn?.(user, name);
      for (const store of [audit, wallets, panels, shares, assignments, deliveries]) {
        await store.forgetUser(user, name);
      }
      return name;
    },
  };
}
