/** The key in a run's metadata under which a server stores how the run was requested. */
export const SERVER_KEY = "rostrum_server";

/** Panel that the request of a run named. Empty if it named none. */
export function readPanelName(metadata: Readonly<Record<string, unknown>> | undefined): {
  panelName?: string;
} {
  const origin = metadata?.[SERVER_KEY] as { request?: { panel?: unknown } } | null | undefined;
  const panel = origin?.request?.panel;
  return typeof panel === "string" ? { panelName: panel } : {};
}
