import type { ServerOptions, WebhookOptions, PanelConfig } from "../../server/index.ts";
import { UserError } from "../user-error.ts";
import { choosePanel, EMBEDDED_PANEL } from "../config/choose-panel.ts";
import { findConfig } from "../config/load.ts";

export interface ServedPanels {
  panels: Record<string, PanelConfig>;
  defaultPanel: string;
  /** The config that they are from; `null` if there is only the embedded one. */
  file: string | null;
  /** What the config says about the server itself. */
  server: Record<string, unknown>;
}

/** Finds every panel of the config, and the embedded one, which is built in. */
export async function findPanelsToServe(config: string | undefined): Promise<ServedPanels> {
  const file = await findConfig(config);
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

/** What a config file may say about the server. The server checks the values. */
export type ServerSettings = Pick<ServerOptions, "policy" | "keep" | "webhooks"> & {
  oidc?: NonNullable<ServerOptions["auth"]>["oidc"];
};

const KEYS: readonly (keyof ServerSettings)[] = ["oidc", "policy", "keep", "webhooks"];

export function checkSettings(server: Record<string, unknown>): ServerSettings {
  for (const key of Object.keys(server)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    throw new UserError(`server.${key}: there is no such setting, only ${KEYS.join(", ")}`);
  }
  for (const [key, value] of Object.entries(server)) {
    if (typeof value === "object" && value !== null) continue;
    throw new UserError(`server.${key}: expected settings, got ${JSON.stringify(value)}`);
  }
  const { webhooks } = server;
  return Array.isArray(webhooks) ? { ...server, webhooks: webhooks.map(readSecret) } : server;
}

/** Keeps secrets out of the config: `secretEnv` names the environment variable that contains one. */
function readSecret(hook: unknown, index: number): WebhookOptions {
  const { secretEnv, ...rest } = Object(hook) as WebhookOptions & { secretEnv?: string };
  if (secretEnv === undefined) return rest;
  const at = `server.webhooks[${index}]`;
  if (rest.secret !== undefined)
    throw new UserError(`${at}: expected secret or secretEnv, not both`);
  const secret = process.env[secretEnv];
  if (secret !== undefined && secret !== "") return { ...rest, secret };
  throw new UserError(`${at}.secretEnv: the environment variable ${secretEnv} is not set`);
}
