import type { RunLookup } from "../run-lookup.ts";
import type { PanelStore, StoredCalibration, StoredPanel } from "../panel-store.ts";
import { forgetAuthor, type ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryPanels({ now }: RunLookup): ForgetfulStore<PanelStore> {
  const panels = new Map<string, StoredPanel>();
  /** Oldest first. */
  const calibrations: StoredCalibration[] = [];
  return {
    store: {
      async savePanel(panel, maxPanels) {
        const before = panels.get(panel.name);
        if (!before && panels.size >= maxPanels) return null;
        const saved = { ...panel, version: (before?.version ?? 0) + 1, at: now() };
        panels.set(panel.name, saved);
        return { ...saved };
      },
      async findPanel(name) {
        const panel = panels.get(name);
        return panel && { ...panel };
      },
      listPanels: async () =>
        [...panels.values()]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map((storedPanel) => ({ ...storedPanel })),
      removePanel: async (name) => panels.delete(name),

      async addCalibration(calibration) {
        const versions = calibrations.filter(({ panel }) => panel === calibration.panel);
        const added = { ...calibration, version: versions.length + 1, at: now() };
        calibrations.push(added);
        return { ...added };
      },
      async findCalibration(panel, version) {
        const calibration = calibrations.findLast(
          (stored) =>
            stored.panel === panel && (version === undefined || stored.version === version),
        );
        return calibration && { ...calibration };
      },
      listCalibrations: async (panel) =>
        calibrations
          .filter((stored) => stored.panel === panel)
          .reverse()
          .slice(0, 100)
          .map(({ panel: name, version, about, by, at }) => ({
            panel: name,
            version,
            about,
            by,
            at,
          })),
    },
    forgetUser: (user, name) => forgetAuthor([...panels.values(), ...calibrations], user, name),
  };
}
