import type { PanelConfig } from "@rostrum/server";
import { choosePanel, EMBEDDED_PANEL } from "../config/choose-panel.ts";
import { findConfig, type ConfigFlags } from "../config/load.ts";
import { listSubscriptionMembers } from "../discovery/subscription-members.ts";

export interface ServedPanels {
  panels: Record<string, PanelConfig>;
  defaultPanel: string;
  /** Path of their config. Null when there is only the embedded panel. */
  file: string | null;
  /** Server settings of the config. */
  server: Record<string, unknown>;
}

/** Finds the panels that other people may ask. Leaves out those with one person's subscriptions. */
export async function findPanelsForOthers(
  flags: ConfigFlags,
): Promise<ServedPanels & { leftOut: string[] }> {
  const { panels, defaultPanel, ...served } = await findPanelsToServe(flags);
  const leftOut = Object.keys(panels).filter(
    (name) => listSubscriptionMembers(panels[name]).length > 0,
  );
  const servedPanels = Object.fromEntries(
    Object.entries(panels).filter(([name]) => !leftOut.includes(name)),
  );
  const [first = EMBEDDED_PANEL] = Object.keys(servedPanels);
  return {
    ...served,
    panels: servedPanels,
    defaultPanel: Object.hasOwn(servedPanels, defaultPanel) ? defaultPanel : first,
    leftOut,
  };
}

/** Finds all panels of the config, and the built-in embedded one. */
export async function findPanelsToServe(flags: ConfigFlags): Promise<ServedPanels> {
  const file = await findConfig(flags);
  const embedded = choosePanel(EMBEDDED_PANEL, file)?.config;
  const panels = { ...file?.panels, [EMBEDDED_PANEL]: embedded } as Record<string, unknown>;
  const [first = EMBEDDED_PANEL] = Object.keys(panels);
  // The engine checks every panel when the server is created.
  return {
    panels: panels as Record<string, PanelConfig>,
    defaultPanel: file?.default ?? first,
    file: file?.path ?? null,
    server: file?.server ?? {},
  };
}
