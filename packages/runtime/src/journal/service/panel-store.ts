/** Latest version of a panel that was saved on a server. */
export interface StoredPanel {
  name: string;
  /** Counts up from 1. */
  version: number;
  /** Settings as JSON. */
  body: string;
  /** User who saved this version. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** A calibration that a server's panel learned from its own runs. Earlier versions are kept. */
export interface StoredCalibration {
  /** Name of the panel. */
  panel: string;
  /** Counts up from 1. */
  version: number;
  /** Origin as JSON, without the calibration itself. */
  about: string;
  /** Calibration as JSON. */
  body: string;
  /** User who requested this version. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Saved panels, and the calibrations that panels learned. */
export interface PanelStore {
  /** Adds a panel, or a new version of one. `null`: there are already `maxPanels` other panels. */
  savePanel(
    panel: Pick<StoredPanel, "name" | "body" | "by">,
    maxPanels: number,
  ): Promise<StoredPanel | null>;
  findPanel(name: string): Promise<StoredPanel | undefined>;
  /** Sorted by name. */
  listPanels(): Promise<StoredPanel[]>;
  /** Returns `false` if there was none. */
  removePanel(name: string): Promise<boolean>;

  /** Adds the next version of a panel's calibration, which becomes the current one. */
  addCalibration(
    calibration: Pick<StoredCalibration, "panel" | "about" | "body" | "by">,
  ): Promise<StoredCalibration>;
  /** Returns one version, or the current one if `version` is absent. */
  findCalibration(panel: string, version?: number): Promise<StoredCalibration | undefined>;
  /** Versions of a panel, newest first; at most 100. */
  listCalibrations(panel: string): Promise<Omit<StoredCalibration, "body">[]>;
}
