import type { RunStore } from "../protocol/journal.ts";
import { lazyService } from "./service/lazy-service.ts";

/** A journal that also stores what a server needs. */
export type ServedStore = RunStore & Required<Pick<RunStore, "service">>;

/** A store whose code is loaded when it is first used. One that was never used closes without loading. */
export function lazyStore(load: () => Promise<ServedStore>): ServedStore {
  let loading: Promise<ServedStore> | undefined;
  let closed = false;
  const store = (): Promise<ServedStore> => (loading ??= loaded());

  async function loaded(): Promise<ServedStore> {
    const opened = await load();
    if (closed) await opened.close();
    return opened;
  }

  async function close(): Promise<void> {
    closed = true;
    await (await loading)?.close();
  }

  return {
    open: async (...args) => (await store()).open(...args),
    read: async (...args) => (await store()).read(...args),
    eventsFrom: async (...args) => (await store()).eventsFrom(...args),
    list: async (...args) => (await store()).list(...args),
    remove: async (...args) => (await store()).remove(...args),
    unheld: async (...args) => (await store()).unheld(...args),
    prune: async (...args) => (await store()).prune(...args),
    service: lazyService(async () => (await store()).service),
    close,
    [Symbol.asyncDispose]: close,
  };
}
