import type { Context } from "hono";
import type { Audit } from "../access/audit.ts";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { Users } from "../users/users.ts";
import type { Check } from "./checks.ts";

/** Finds out who asks. Nobody is refused yet, because the rate limit comes first. */
export function findUser(users: Users): Check {
  return async (c) => {
    try {
      c.set("user", await users.byHeader(c.req.header("authorization")));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      c.set("refusal", error);
    }
  };
}

/** Refuses requests without a valid token. */
export function requireUser(audit: Audit): Check {
  async function refuse(c: Context<AppEnv>): Promise<never> {
    const refusal = c.get("refusal");
    if (refusal.status === 401) c.header("www-authenticate", 'Bearer realm="rostrum"');
    await audit.failed(c, "sign_in", null, refusal);
    throw refusal;
  }
  return (c) => (c.get("user") ? undefined : refuse(c));
}
