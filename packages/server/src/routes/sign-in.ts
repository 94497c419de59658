import type { Context } from "hono";
import { z } from "zod";
import { getRequester, type Audit } from "../access/audit.ts";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import { defineRoute, type ApiRoute } from "./route.ts";
import type { SignInTokens, SignIn } from "../oidc/sign-in.ts";

/** Data that the page needs to send people to the identity provider. */
const offer = z
  .object({
    signIn: z
      .object({
        address: z.string().describe("Address of the provider's sign-in page."),
        parameters: z.record(z.string(), z.string()),
      })
      .nullable()
      .describe("null: there is no sign-in here, only tokens."),
  })
  .meta({ id: "Auth" });

const exchange: z.ZodType<{ code: string; verifier: string; redirectUri: string }> = z
  .strictObject({
    code: z.string().min(1).max(4096),
    verifier: z.string().regex(/^[\w.~-]{43,128}$/, "expected a PKCE verifier"),
    redirectUri: z.url().max(2000),
  })
  .meta({ id: "AuthExchange" });

const renewal: z.ZodType<{ refreshToken: string }> = z
  .strictObject({ refreshToken: z.string().min(1).max(8192) })
  .meta({ id: "AuthRefresh" });

const signedIn = z
  .object({
    token: z.string(),
    refreshToken: z
      .string()
      .nullable()
      .describe("null: the provider gives none, so people sign in again."),
    expiresIn: z.number().nullable().describe("Seconds until the token expires. null: not known."),
  })
  .meta({ id: "AuthToken" });

/** Routes to sign in from the page with OpenID Connect's code flow and PKCE. Open to anybody. */
export function createSignInRoutes(find: () => SignIn | null, audit: Audit): ApiRoute[] {
  return [
    defineRoute("get", "/auth", {
      act: "look",
      summary: "How people sign in here.",
      answers: { 200: { description: "The provider's address.", schema: offer } },
      failures: [503],
      handle: async ({ c }) => c.json({ signIn: (await find()?.offer()) ?? null }),
    }),
    defineRoute("post", "/auth/token", {
      act: "look",
      summary: "Exchange the provider's code for a token.",
      body: exchange,
      answers: { 200: { description: "The token.", schema: signedIn } },
      failures: [401, 503],
      handle: ({ c, body }) => answerSession(c, (each) => each.exchange(body)),
    }),
    defineRoute("post", "/auth/refresh", {
      act: "look",
      summary: "Exchange a refresh token for a new token.",
      body: renewal,
      answers: { 200: { description: "The new token.", schema: signedIn } },
      failures: [401, 503],
      handle: ({ c, body }) => answerSession(c, (each) => each.refresh(body.refreshToken)),
    }),
  ];

  async function answerSession(
    c: Context<AppEnv>,
    by: (signIn: SignIn) => Promise<SignInTokens>,
  ): Promise<Response> {
    const signIn = find();
    if (!signIn) throw new HttpError(404, "not_found", "there is no sign-in here, only tokens");
    try {
      return c.json(await by(signIn));
    } catch (error) {
      await audit.recordFailure(getRequester(c), "sign_in", null, error);
      throw error;
    }
  }
}
