import type { PanelConfig } from "@rostrum/server";
import { choosePanel, EMBEDDED_PANEL } from "../config/choose-panel.ts";
import { findConfig, type ConfigFlags } from "../config/load.ts";

export interface ServedPanels {
  panels: Record<string, PanelConfig>;
  defaultPanel: string;
  /** The config that they are from; `null` if there is only the embedded one. */
  file: string | null;
  /** What the config says about the server itself. */
  server: Record<string, unknown>;
}

/** Finds every panel of the config, and the embedded one, which is built in. */
export async function findPanelsToServe(flags: ConfigFlags): Promise<ServedPanels> {
  const file = await findConfig(flags);
  const embedded = choosePanel(EMBEDDED_PANEL, file)?.config;
  const panels = { ...file?.panels, [EMBEDDED_PANEL]: embedded } as Record<string, unknown>;
  const [first = EMBEDDED_PANEL] = Object.keys(panels);
  // The engine checks every panel when the server is made.
  return {
    panels: panels as Record<string, PanelConfig>,
    defaultPanel: file?.default ?? first,
    file: file?.path ?? null,
    server: file?.server ?? {},
  };
}
