import type { RunStore } from "./run-store.ts";
import type { ServiceStore } from "./service/service-store.ts";

/** A journal that also stores what a server needs. */
export type ServerJournal = RunStore &
  Required<Pick<RunStore, "service" | "sentCalls" | "removedRuns">>;

/** A store whose code is loaded when it is first used. One that was never used closes without loading. */
export function createLazyStore(load: () => Promise<ServerJournal>): ServerJournal {
  let loading: Promise<ServerJournal> | undefined;
  let closed = false;
  const store = (): Promise<ServerJournal> => (loading ??= loadStore());

  async function loadStore(): Promise<ServerJournal> {
    const opened = await load();
    if (closed) await opened.close();
    return opened;
  }

  async function close(): Promise<void> {
    closed = true;
    await (await loading)?.close();
  }

  return {
    ...lazyMethods(store, ["open", "read", "eventsFrom", "sentCalls", "list", "listUnowned"]),
    ...lazyMethods(store, ["remove", "removedRuns", "prune"]),
    service: createLazyService(async () => (await store()).service),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A service store that becomes available when its journal is open. */
export function createLazyService(load: () => Promise<ServiceStore>): ServiceStore {
  return {
    ...lazyMethods(load, ["addActs", "listActs", "pruneActs"]),
    ...lazyMethods(load, ["reserve", "reserveRun", "settle", "release", "payAndRelease"]),
    ...lazyMethods(load, ["reservedRuns", "walletStates"]),
    ...lazyMethods(load, ["addDeliveries", "takeDeliveries", "endDelivery", "countDeliveries"]),
    ...lazyMethods(load, ["savePanel", "findPanel", "listPanels", "removePanel"]),
    ...lazyMethods(load, ["addCalibration", "findCalibration", "listCalibrations"]),
    ...lazyMethods(load, ["claimRepeat", "freeRepeat", "isRepeatFree", "forgetRepeat"]),
    ...lazyMethods(load, ["addShare", "findShare", "listShares", "revokeShare"]),
    ...lazyMethods(load, ["assign", "assignmentOf"]),
    ...lazyMethods(load, ["ownerOf", "expire", "forgetUser"]),
  };
}

type AsyncMethod = (...args: never[]) => Promise<unknown>;

/** Methods that load their object at the first call of one of them. */
function lazyMethods<T extends { [K in Name]: AsyncMethod }, const Name extends keyof T>(
  load: () => Promise<T>,
  names: readonly Name[],
): Pick<T, Name> {
  const call =
    (name: Name) =>
    async (...args: never[]) =>
      (await load())[name](...args);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Pick<T, Name>;
}
