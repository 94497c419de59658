import type { ServiceStore } from "../../protocol/service-store.ts";

/** A service store that becomes available when its journal is open. */
export function lazyService(load: () => Promise<ServiceStore>): ServiceStore {
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
    ownerOf: async (...args) => (await load()).ownerOf(...args),
    expire: async (...args) => (await load()).expire(...args),
    forgetUser: async (...args) => (await load()).forgetUser(...args),
  };
}
