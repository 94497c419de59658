import type { MiddlewareHandler } from "hono";
import { getRequester, type Audit } from "../access/audit.ts";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { LastSeen } from "../users/last-seen.ts";
import type { Users } from "../users/users.ts";
import { readAuthorization } from "./session.ts";

/** Finds out who asks. Nobody is refused yet, because the rate limit comes first. */
export function findUser(users: Users, seen: LastSeen): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    try {
      const user = await users.byHeader(readAuthorization(c));
      if (user.name !== null) seen.note(user.name);
      c.set("user", user);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      c.set("refusal", error);
    }
    await next();
  };
}

/** Refuses requests without a valid token. */
export function requireUser(audit: Audit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get("user")) return next();
    const refusal = c.get("refusal");
    if (refusal.status === 401) c.header("www-authenticate", 'Bearer realm="rostrum"');
    await audit.failed(getRequester(c), "sign_in", null, refusal);
    throw refusal;
  };
}
