import type { RunStore } from "@rostrum/runtime/journal";
import { ConfigError } from "@rostrum/core/support";

/*
 * Servers of coding agents come and go, and a debate may run on in the process of an earlier one. That process can't be
 * reached, but both have the journal: a request to cancel is an entry in its audit log.
 */

const ACT = "cancel";
const POLL_MS = 1000;

/** Asks the process that runs a debate to end it. */
export async function requestCancel({ service }: RunStore, id: string): Promise<void> {
  if (service === undefined)
    throw new ConfigError("id", `"${id}" runs in another process: cancel it there`);
  await service.addActs([
    {
      ...{ at: Date.now(), act: ACT, debate: id, outcome: "done", status: 200 },
      ...{ user: null, code: null, address: null, requestId: null },
    },
  ]);
}

/** Calls back when another process asks to end a debate, until the returned function is called. */
export function watchCancel({ service }: RunStore, id: string, cancel: () => void): () => void {
  if (service === undefined) return () => undefined;
  const startedAt = Date.now();
  const timer = setInterval(() => {
    service.listActs({ debate: id, act: ACT, from: startedAt, limit: 1 }).then(
      ({ acts }) => {
        if (acts.length > 0) cancel();
      },
      // The journal may be briefly locked: the next look tries again.
      () => undefined,
    );
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
