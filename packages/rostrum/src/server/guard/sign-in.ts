import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { Users } from "../users/users.ts";

/** Finds out who asks. Nobody is refused yet, because the rate limit comes first. */
export function findUser(users: Users): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const user = users.byHeader(c.req.header("authorization"));
    if (user) c.set("user", user);
    await next();
  };
}

/** Refuses requests without a valid token. */
export function requireUser(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!c.get("user")) {
      c.header("www-authenticate", 'Bearer realm="rostrum"');
      const came = c.req.header("authorization") !== undefined;
      throw new HttpError(
        401,
        "unauthorized",
        came ? "that token is not known here" : "expected the header Authorization: Bearer <token>",
      );
    }
    await next();
  };
}
