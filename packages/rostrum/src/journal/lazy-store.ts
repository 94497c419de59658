import type { RunStore } from "../protocol/journal.ts";

/** A store whose code is loaded when it is first used. One that was never used closes without loading. */
export function lazyStore(load: () => Promise<RunStore>): RunStore {
  let loading: Promise<RunStore> | undefined;
  let closed = false;
  const store = (): Promise<RunStore> => (loading ??= loaded());

  async function loaded(): Promise<RunStore> {
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
    close,
    [Symbol.asyncDispose]: close,
  };
}
