import { suggestWord, type TrustNeed } from "@rostrum/core/options";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import type { ServerOptions, WebhookOptions } from "@rostrum/server";
import { checkServerSettings } from "@rostrum/server/settings";
import type { DescribedPermission } from "../trust/require-trust.ts";
import { ENV_FILE, ENV_FILE_PURPOSE, listIgnoredVariables } from "../env-file.ts";
import { formatPath, UserError } from "../user-error.ts";

/** Server settings that a config file may contain. */
export type ServerSettings = Pick<
  ServerOptions,
  "policy" | "keep" | "webhooks" | "publicUrl" | "models"
> & {
  oidc?: NonNullable<ServerOptions["auth"]>["oidc"];
};

/** Trust that each setting needs in a config that was found, not named. Null for none. */
const TRUST_NEEDS: Readonly<Record<keyof ServerSettings, TrustNeed | null>> = {
  // The issuer decides who may use the server.
  oidc: "address",
  policy: null,
  // Deletes debates from the user's journal.
  keep: "settings",
  webhooks: "address",
  // Links in messages and shared links point there, and pages of that host name may call.
  publicUrl: "address",
  models: "address",
};

/** What granting a setting leads to, where its kind of trust doesn't say so. */
const EFFECTS: Readonly<Partial<Record<keyof ServerSettings, string>>> = {
  keep: "Deletes older debates or audit rows",
  publicUrl: "Puts this address into links, and answers under its name",
};

const KEYS = Object.keys(TRUST_NEEDS);

/** Permissions that the server settings need. */
export function listServerPermissions(server: Record<string, unknown>): DescribedPermission[] {
  return Object.entries(server).flatMap(([key, value]) => {
    const need = Object.hasOwn(TRUST_NEEDS, key) ? TRUST_NEEDS[key as keyof ServerSettings] : null;
    if (need === null) return [];
    const effect = EFFECTS[key as keyof ServerSettings];
    return [
      { path: `server.${key}`, need, what: formatSetting(value), ...omitUndefined({ effect }) },
    ];
  });
}

/** Formats a setting without webhook secrets. */
function formatSetting(value: unknown): string {
  const hide = (key: string, each: unknown): unknown => (key === "secret" ? "…" : each);
  return JSON.stringify(value, hide) ?? typeof value;
}

/** Checks the settings and reads the secrets that they refer to. */
export function checkSettings(
  server: Record<string, unknown>,
  /** File that they are in, for error messages. */
  file: string | null,
): ServerSettings {
  const place = file === null ? "" : `${formatPath(file)}: `;
  for (const key of Object.keys(server)) {
    if (KEYS.includes(key)) continue;
    throw new UserError(
      `${place}unknown setting "${key}" under "server"; ${suggestWord(key, KEYS)}`,
    );
  }
  const { webhooks } = server;
  try {
    const settings = Array.isArray(webhooks)
      ? { ...server, webhooks: webhooks.map(readSecrets) }
      : server;
    checkServerSettings(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UserError(`${place}server.${error.message}`, [], { cause: error });
  }
}

/**
 * Replaces `secretEnv` and `urlEnv` by the values of these environment variables, so that secrets stay out of the
 * config. A Slack webhook's address is a secret too.
 */
function readSecrets(hook: unknown, index: number): WebhookOptions {
  const options = { ...(Object(hook) as Record<string, unknown>) };
  for (const name of ["secret", "url"] as const) {
    const variable = options[`${name}Env`];
    delete options[`${name}Env`];
    if (variable === undefined) continue;
    const at = `webhooks[${index}]`;
    if (options[name] !== undefined)
      throw new ConfigError(at, `expected ${name} or ${name}Env, not both`);
    const value = process.env[String(variable)];
    if (value === undefined || value === "") {
      const isInFile = listIgnoredVariables().includes(String(variable));
      const where = isInFile ? `; it is in ${ENV_FILE}, but ${ENV_FILE_PURPOSE}` : "";
      throw new ConfigError(
        `${at}.${name}Env`,
        `the environment variable ${String(variable)} is not set${where}`,
      );
    }
    options[name] = value;
  }
  return options as unknown as WebhookOptions;
}
