import type { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import { patternOf, type Route } from "./route.ts";

/** Answers a known path that is called with a method it doesn't have, after all routes are mounted. */
export function refuseOtherMethods(app: Hono<AppEnv>, routes: readonly Route[]): void {
  const methods = Map.groupBy(routes, ({ path }) => path);
  for (const [path, same] of methods) {
    const allowed = same
      .flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]))
      .join(", ");
    app.all(patternOf(path), (c) => {
      c.header("allow", allowed);
      throw new HttpError(
        405,
        "method_not_allowed",
        `expected ${allowed} for this path, got ${c.req.method}`,
      );
    });
  }
}
