import type { RunStore, ServiceStore } from "@rostrum/core/protocol";

/** A journal that also stores what a server needs. */
export type ServedStore = RunStore &
  Required<Pick<RunStore, "service" | "sentCalls" | "removedRuns">>;

/** A store whose code is loaded when it is first used. One that was never used closes without loading. */
export function createLazyStore(load: () => Promise<ServedStore>): ServedStore {
  let loading: Promise<ServedStore> | undefined;
  let closed = false;
  const store = (): Promise<ServedStore> => (loading ??= loadStore());

  async function loadStore(): Promise<ServedStore> {
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
    removedRuns: async (...args) => (await store()).removedRuns(...args),
    sentCalls: async (...args) => (await store()).sentCalls(...args),
    remove: async (...args) => (await store()).remove(...args),
    listUnowned: async (...args) => (await store()).listUnowned(...args),
    prune: async (...args) => (await store()).prune(...args),
    service: createLazyService(async () => (await store()).service),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A service store that becomes available when its journal is open. */
export function createLazyService(load: () => Promise<ServiceStore>): ServiceStore {
  return {
    addActs: async (...args) => (await load()).addActs(...args),
    listActs: async (...args) => (await load()).listActs(...args),
    pruneActs: async (...args) => (await load()).pruneActs(...args),
    reserve: async (...args) => (await load()).reserve(...args),
    settle: async (...args) => (await load()).settle(...args),
    release: async (...args) => (await load()).release(...args),
    payAndRelease: async (...args) => (await load()).payAndRelease(...args),
    reservedRuns: async (...args) => (await load()).reservedRuns(...args),
    walletStates: async (...args) => (await load()).walletStates(...args),
    addDeliveries: async (...args) => (await load()).addDeliveries(...args),
    takeDeliveries: async (...args) => (await load()).takeDeliveries(...args),
    endDelivery: async (...args) => (await load()).endDelivery(...args),
    countDeliveries: async () => (await load()).countDeliveries(),
    savePanel: async (...args) => (await load()).savePanel(...args),
    findPanel: async (...args) => (await load()).findPanel(...args),
    listPanels: async () => (await load()).listPanels(),
    removePanel: async (...args) => (await load()).removePanel(...args),
    addCalibration: async (...args) => (await load()).addCalibration(...args),
    findCalibration: async (...args) => (await load()).findCalibration(...args),
    listCalibrations: async (...args) => (await load()).listCalibrations(...args),
    claimRepeat: async (...args) => (await load()).claimRepeat(...args),
    freeRepeat: async (...args) => (await load()).freeRepeat(...args),
    isRepeatFree: async (...args) => (await load()).isRepeatFree(...args),
    forgetRepeat: async (...args) => (await load()).forgetRepeat(...args),
    addShare: async (...args) => (await load()).addShare(...args),
    findShare: async (...args) => (await load()).findShare(...args),
    listShares: async (...args) => (await load()).listShares(...args),
    revokeShare: async (...args) => (await load()).revokeShare(...args),
    assign: async (...args) => (await load()).assign(...args),
    assignmentOf: async (...args) => (await load()).assignmentOf(...args),
    ownerOf: async (...args) => (await load()).ownerOf(...args),
    expire: async (...args) => (await load()).expire(...args),
    forgetUser: async (...args) => (await load()).forgetUser(...args),
  };
}
