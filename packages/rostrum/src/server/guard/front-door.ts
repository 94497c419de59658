import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { Names } from "./names.ts";

/** Refuses requests that other sites make a browser send here: by DNS rebinding, or across origins. */
export function frontDoor(names: Names): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    if (!names.isOwn(host)) {
      throw new HttpError(403, "host_not_allowed", "this server is not called by that name");
    }
    const origin = c.req.header("origin");
    if (origin !== undefined && !names.isWelcome(origin, host)) {
      throw new HttpError(
        403,
        "origin_not_allowed",
        "pages of that origin may not call this server",
      );
    }
    const crossSite = c.req.header("sec-fetch-site") === "cross-site";
    const navigating = c.req.header("sec-fetch-mode") === "navigate";
    if (crossSite && origin === undefined && !navigating) {
      throw new HttpError(403, "origin_not_allowed", "other sites may not call this server");
    }
    await next();
  };
}
