import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import { wrongHostPage } from "../page/wrong-host.ts";
import type { Check } from "./checks.ts";
import type { Names } from "./names.ts";

/** Refuses requests that other sites make a browser send here: by DNS rebinding, or across origins. */
export function frontDoor(names: Names): Check {
  return (c) => {
    const { host } = c.get("via");
    if (!names.isOwn(host)) {
      if (reads(c) && c.req.header("accept")?.includes("text/html")) {
        return c.html(wrongHostPage(host), 403);
      }
      throw new HttpError(
        403,
        "host_not_allowed",
        "this server is not called by that name: start it with --allow-host and the name, or let the proxy in front of it pass on the Host header",
      );
    }
    // The page's own files are the same for everybody. Behind a proxy that rewrites Host, browsers ask for them
    // with an Origin that looks foreign, and without them the page could not say what is wrong.
    if (reads(c) && isPageFile(c.req.path)) return;
    const origin = c.req.header("origin");
    if (origin !== undefined && !names.isWelcome(origin, host)) {
      throw new HttpError(
        403,
        "origin_not_allowed",
        "pages of that origin may not call this server: let the proxy in front of it pass on the Host header, or start the server with --allow-origin and the origin",
      );
    }
    const crossSite = c.req.header("sec-fetch-site") === "cross-site";
    const navigating = c.req.header("sec-fetch-mode") === "navigate";
    if (crossSite && origin === undefined && !navigating) {
      throw new HttpError(403, "origin_not_allowed", "other sites may not call this server");
    }
  };
}

function reads(c: Context<AppEnv>): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

function isPageFile(path: string): boolean {
  return path === "/" || path.startsWith("/assets/");
}
