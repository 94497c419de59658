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
export type ServerSettings = Pick<
  ServerOptions,
  "policy" | "keep" | "webhooks" | "publicUrl" | "models"
> & {
  oidc?: NonNullable<ServerOptions["auth"]>["oidc"];
};

const KEYS: readonly (keyof ServerSettings)[] = [
  ...(["oidc", "policy", "keep", "webhooks"] as const),
  ...(["publicUrl", "models"] as const),
];

export function checkSettings(server: Record<string, unknown>): ServerSettings {
  for (const key of Object.keys(server)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    throw new UserError(`server.${key}: there is no such setting, only ${KEYS.join(", ")}`);
  }
  for (const [key, value] of Object.entries(server)) {
    if ((typeof value === "object" && value !== null) || key === "publicUrl") continue;
    throw new UserError(`server.${key}: expected settings, got ${JSON.stringify(value)}`);
  }
  const { webhooks } = server;
  return Array.isArray(webhooks) ? { ...server, webhooks: webhooks.map(readSecrets) } : server;
}

/**
 * Keeps secrets out of the config: `secretEnv` and `urlEnv` name the environment variables that contain them. The
 * address of Slack's webhooks is a secret.
 */
function readSecrets(hook: unknown, index: number): WebhookOptions {
  const whole = { ...(Object(hook) as Record<string, unknown>) };
  for (const name of ["secret", "url"] as const) {
    const variable = whole[`${name}Env`];
    delete whole[`${name}Env`];
    if (variable === undefined) continue;
    const at = `server.webhooks[${index}]`;
    if (whole[name] !== undefined)
      throw new UserError(`${at}: expected ${name} or ${name}Env, not both`);
    const value = process.env[String(variable)];
    if (value === undefined || value === "")
      throw new UserError(
        `${at}.${name}Env: the environment variable ${String(variable)} is not set`,
      );
    whole[name] = value;
  }
  return whole as unknown as WebhookOptions;
}
