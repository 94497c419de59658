import { z } from "zod";
import { getRequester, type Audit } from "../access/audit.ts";
import { EXPECTED_TOKEN, readBearerToken } from "../bearer-token.ts";
import { endSession, readRefreshToken, startSession } from "../guard/session.ts";
import { HttpError, signInError } from "../http-error.ts";
import type { SignIn } from "../oidc/sign-in.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

const sessionRequest: z.ZodType<{ refreshToken?: string }> = z
  .strictObject({
    refreshToken: z
      .string()
      .min(1)
      .max(8192)
      .optional()
      .describe("Refresh token of the identity provider, kept in a separate cookie."),
  })
  .meta({ id: "SessionRequest" });

const renewed = z
  .object({ expiresIn: z.number().nullable().describe("Seconds until the token expires.") })
  .meta({ id: "SessionRefreshed" });

/** Routes that begin and end a session of the page. */
export function createSessionRoutes(audit: Pick<Audit, "recordSignIn">): ApiRoute[] {
  return [
    defineRoute("post", "/session", {
      act: "look",
      summary:
        "Store the token of this request in a cookie that only this server gets and no script can read, so that all tabs of the browser are signed in.",
      body: sessionRequest,
      answers: { 204: { description: "The cookie is set." } },
      failures: [401, 409],
      async handle({ c, body: { refreshToken } }) {
        const token = readBearerToken(c.req.header("authorization"));
        if (token === undefined) throw new HttpError(400, "invalid_request", EXPECTED_TOKEN);
        startSession(c, token, refreshToken ?? null);
        await audit.recordSignIn(getRequester(c));
        return c.body(null, 204);
      },
    }),
  ];
}

/** Routes that stay open to a browser whose session is over: sign in again, or end the session. */
export function createOpenSessionRoutes(find: () => SignIn | null): ApiRoute[] {
  return [
    defineRoute("post", "/session/refresh", {
      act: "look",
      summary:
        "Renew the session at the identity provider, with the refresh token from the cookie.",
      answers: { 200: { description: "The session is renewed.", schema: renewed } },
      failures: [401, 503],
      async handle({ c }) {
        const refreshToken = readRefreshToken(c);
        const signIn = find();
        if (refreshToken === undefined || !signIn) {
          throw signInError("no_token", "there is no session to renew: sign in again");
        }
        const { token, expiresIn, ...rest } = await signIn.refresh(refreshToken);
        startSession(c, token, rest.refreshToken ?? refreshToken);
        return c.json({ expiresIn });
      },
    }),
    defineRoute("delete", "/session", {
      act: "look",
      summary: "End the session: the cookie is removed in all tabs.",
      answers: { 204: { description: "It is over." } },
      handle({ c }) {
        endSession(c);
        return c.body(null, 204);
      },
    }),
  ];
}
