import { ConfigError } from "@rostrum/core/support";
import { isLoopback, isLoopbackName } from "../address.ts";
import type { ServerOptions } from "../options.ts";
import { hasUsers } from "../settings/load-settings.ts";
import { readBasePath } from "./proxies.ts";

/**
 * Refuses to start a server without users if people on other machines may reach it, directly or through a proxy:
 * everyone would be an admin. So it does if a tokens file has no users, because somebody meant to have some.
 */
export function refuseOpenAccess(host: string, options: ServerOptions): void {
  if (hasUsers(options)) return;
  const { loadTokens, files = {} } = options;
  if (loadTokens !== undefined) {
    const path = files.tokens ?? "<file>";
    const message = [
      `expected at least one user in ${files.tokens ?? "the tokens file"}, got none.`,
      `To add one: rostrum serve --tokens ${path} --new-token <user> --role admin`,
    ].join("\n");
    throw new ConfigError("loadTokens", message);
  }
  const exposure = findExposure(host, options);
  if (exposure === null) return;
  const message = [
    `${exposure.reason}, so it needs a token.`,
    "For one admin: run rostrum serve --new-token owner --role admin, and set ROSTRUM_TOKEN to the token that it prints",
    "For several users: run rostrum serve --tokens tokens.json --new-token <user> for each, and add --tokens tokens.json",
    `For this machine only: ${exposure.remedy}`,
  ].join("\n");
  throw new ConfigError(exposure.field, message);
}

interface Exposure {
  /** The option that says so. */
  field: keyof ServerOptions | "host";
  reason: string;
  remedy: string;
}

/** Finds the option which says that other machines reach the server; null if there is none. */
function findExposure(host: string, options: ServerOptions): Exposure | null {
  const { hosts = [], proxies = [], basePath = "", publicUrl = "" } = options;
  if (!isLoopback(host)) {
    const reason = `${host} lets other machines reach this server`;
    return { field: "host", reason, remedy: "listen on 127.0.0.1" };
  }
  const remedy = "leave this setting out";
  const name = hosts.find((each) => !isLoopbackName(each));
  if (name !== undefined)
    return { field: "hosts", reason: `other machines can reach this server as ${name}`, remedy };
  const behindProxy = { reason: "a proxy may let other machines reach this server", remedy };
  if (proxies.length > 0) return { field: "proxies", ...behindProxy };
  if (readBasePath(basePath) !== "") return { field: "basePath", ...behindProxy };
  const publicName = URL.parse(publicUrl)?.hostname;
  if (publicName !== undefined && !isLoopbackName(publicName)) {
    const reason = `other machines can reach this server at ${publicUrl}`;
    return { field: "publicUrl", reason, remedy };
  }
  return null;
}
