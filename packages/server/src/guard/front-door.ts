import type { Context, MiddlewareHandler } from "hono";
import { isIP } from "node:net";
import { parseHostname, LOOPBACK_NAMES } from "../address.ts";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import { wrongHostPage } from "../trouble-pages.ts";

export interface FrontDoorOptions {
  /** Names of the server in addition to localhost, without a port. */
  hosts: readonly string[];
  /** Origins of other pages that may call, such as `https://tools.example.com`. */
  origins: readonly string[];
  /**
   * Off loopback, numeric addresses are accepted too: a browser that sends one connected to it directly,
   * and DNS rebinding needs a name.
   */
  addresses: boolean;
}

/** Refuses requests that other sites make a browser send here: by DNS rebinding, or across origins. */
export function refuseOtherSites(options: FrontDoorOptions): MiddlewareHandler<AppEnv> {
  const { hosts, origins, addresses } = options;
  const names = new Set([...LOOPBACK_NAMES, ...hosts.map((host) => host.toLowerCase())]);

  function isOwnHost(header: string): boolean {
    const hostname = parseHostname(header);
    if (hostname === null) return false;
    return names.has(hostname) || (addresses && isIP(hostname.replace(/^\[|\]$/g, "")) !== 0);
  }

  /** The server's own page has exactly the host that it was loaded from, including the port. */
  function isAllowedOrigin(origin: string, host: string): boolean {
    if (origins.includes(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  }

  return async (c, next) => {
    const { host } = c.get("via");
    if (!isOwnHost(host)) {
      if (isReading(c) && c.req.header("accept")?.includes("text/html")) {
        return c.html(wrongHostPage(host), 403);
      }
      const name = parseHostname(host) ?? "";
      const message = `unknown host name "${name}": if clients use this name, start the server with --allow-host ${name}; else let the proxy in front of it pass on the name that they use`;
      throw new HttpError(403, "host_not_allowed", message);
    }
    // The page's own files are the same for everybody. Behind a proxy that rewrites Host, browsers ask for them
    // with an Origin that looks foreign, and without them the page could not say what is wrong.
    if (isReading(c) && /^\/(?:assets\/|$)/.test(c.req.path)) return next();
    const origin = c.req.header("origin");
    if (origin !== undefined && !isAllowedOrigin(origin, host)) {
      const message =
        "pages of that origin may not call this server: let the proxy in front of it pass on the Host header, or start the server with --allow-origin and the origin";
      throw new HttpError(403, "origin_not_allowed", message);
    }
    const crossSite = c.req.header("sec-fetch-site") === "cross-site";
    const navigating = c.req.header("sec-fetch-mode") === "navigate";
    if (crossSite && origin === undefined && !navigating) {
      throw new HttpError(403, "origin_not_allowed", "other sites may not call this server");
    }
    return next();
  };
}

function isReading(c: Context<AppEnv>): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}
