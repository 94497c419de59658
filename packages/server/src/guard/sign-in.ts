import type { Context, MiddlewareHandler } from "hono";
import { getRequester, type Audit } from "../access/audit.ts";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { LastSeen } from "../users/last-seen.ts";
import type { Users } from "../users/users.ts";
import { readAuthorization } from "./session.ts";

/** Identifies the user. Refuses nobody yet, because the rate limit comes first. */
export function findUser(users: Users, lastSeen: LastSeen): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    try {
      const user = await users.byHeader(readAuthorization(c));
      if (user.name !== null) lastSeen.note(user.name);
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
    if (!isPageLoad(c, refusal))
      await audit.recordFailure(getRequester(c), "sign_in", null, refusal);
    throw refusal;
  };
}

/** Refusals that don't count as a try of a token. */
const NO_ATTEMPT: ReadonlySet<string | undefined> = new Set(["no_token", "token_expired"]);

/** Returns true if this server's page only checks who is signed in. That is no attempt to sign in. */
function isPageLoad(c: Context<AppEnv>, { audited }: HttpError): boolean {
  const isOwnPage = c.req.header("sec-fetch-site") === "same-origin";
  return c.req.method === "GET" && isOwnPage && NO_ATTEMPT.has(audited);
}
