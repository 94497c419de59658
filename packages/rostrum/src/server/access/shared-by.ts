import { fold } from "../../record/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { ServiceStore } from "../../protocol/service-store.ts";
import { memoryService } from "../../journal/service/memory-service.ts";

/** What the servers on one journal share. If a journal stores only runs, it is kept in memory. */
export function sharedBy(journal: RunStore): ServiceStore {
  return (
    journal.service ??
    memoryService({
      async ownerOf(id) {
        const run = await journal.read(id);
        if (!run) return undefined;
        const { started } = fold(run.events);
        return { user: started?.userId ?? null, team: started?.teamId ?? null };
      },
      // Such a journal doesn't say which runs are finished.
      expire: async () => 0,
      now: Date.now,
    })
  );
}
