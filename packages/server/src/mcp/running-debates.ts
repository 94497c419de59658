import type { RunStore } from "@rostrum/runtime/journal";
import { watchCancel } from "./cancel-request.ts";
import type { McpLiveRun } from "./live-run.ts";

/** The debates that this process runs. */
export interface RunningDebates {
  get(id: string): McpLiveRun | undefined;
  /** Adds a debate until it ends. Other processes can cancel it through the journal. */
  add(live: McpLiveRun): void;
  /** Resolves when no debate runs any more, except those that wait for a person. */
  idle(): Promise<void>;
  cancelAll(): Promise<void>;
}

export function createRunningDebates(journal: RunStore): RunningDebates {
  const running = new Map<string, McpLiveRun>();
  return {
    get: (id) => running.get(id),
    add(live) {
      running.set(live.id, live);
      const stopWatching = watchCancel(journal, live.id, () => void live.cancel());
      void live.ended.then(() => {
        running.delete(live.id);
        stopWatching();
      });
    },
    async idle() {
      while (running.size > 0) {
        const first = [...running.values()].find((live) => !live.isWaiting());
        if (!first) return;
        const changed = Promise.withResolvers<void>();
        const stopListening = first.listen(changed.resolve);
        await Promise.race([first.ended, changed.promise]);
        stopListening();
      }
    },
    async cancelAll() {
      await Promise.all([...running.values()].map((live) => live.cancel()));
    },
  };
}
