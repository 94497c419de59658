import type { PanelConfig } from "@rostrum/server";
import { choosePanel, EMBEDDED_PANEL } from "../config/choose-panel.ts";
import { findConfig, type ConfigFlags } from "../config/load.ts";
import { listSubscriptionMembers } from "../discovery/subscription-members.ts";

export interface ServedPanels {
  panels: Record<string, PanelConfig>;
  defaultPanel: string;
  /** The config that they are from; `null` if there is only the embedded one. */
  file: string | null;
  /** What the config says about the server itself. */
  server: Record<string, unknown>;
}

/** The panels that others may ask: not those that use the subscriptions of one person. */
export async function findPanelsForOthers(
  flags: ConfigFlags,
): Promise<ServedPanels & { leftOut: string[] }> {
  const { panels, defaultPanel, ...served } = await findPanelsToServe(flags);
  const leftOut = Object.keys(panels).filter(
    (name) => listSubscriptionMembers(panels[name]).length > 0,
  );
  const kept = Object.fromEntries(
    Object.entries(panels).filter(([name]) => !leftOut.includes(name)),
  );
  const [first = EMBEDDED_PANEL] = Object.keys(kept);
  return {
    ...served,
    panels: kept,
    defaultPanel: Object.hasOwn(kept, defaultPanel) ? defaultPanel : first,
    leftOut,
  };
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
