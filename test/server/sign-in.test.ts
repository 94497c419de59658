import { createHash } from "node:crypto";
import { memoryJournal } from "rostrum";
import { hashToken, newToken, type OidcOptions, type Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { AUDIENCE, issuing, type Issuer } from "./support/issuer.ts";
import { listening, sent, type Answered } from "./support/socket.ts";

const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const REDIRECT = "http://127.0.0.1:4717/";

function secured(issuer: Issuer, more: Partial<OidcOptions> = {}): Promise<Serving> {
  const oidc = {
    issuer: issuer.url,
    audience: AUDIENCE,
    groups: { users: { role: "admin" as const } },
    signIn: { clientId: "rostrum-page", scopes: ["openid", "groups"] },
    ...more,
  };
  return listening({ auth: { oidc } });
}

interface Auth {
  signIn: { address: string; parameters: Record<string, string> } | null;
}

interface SessionAnswer {
  token: string;
  refreshToken: string | null;
  expiresIn: number | null;
}

const authOf = async (server: Serving): Promise<Auth> =>
  JSON.parse((await sent(server, "/auth")).text) as Auth;

/** Signs in at the provider as a browser would, and returns the code that it sends back. */
async function codeFrom(server: Serving, challenge = CHALLENGE): Promise<string> {
  const { signIn } = await authOf(server);
  const url = new URL(signIn?.address ?? "");
  const own = { redirect_uri: REDIRECT, state: "s", code_challenge: challenge };
  for (const [name, value] of Object.entries({ ...signIn?.parameters, ...own })) {
    url.searchParams.set(name, value);
  }
  url.searchParams.set("as", "ada");
  const answer = await fetch(url, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

function exchanged(server: Serving, body: object, path = "/auth/token"): Promise<Answered> {
  return sent(server, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("sign-in from the page", () => {
  test("gives the page what it needs, and exchanges the code for a token that works", async () => {
    const server = await secured(await issuing());
    expect(await authOf(server)).toMatchObject({
      signIn: {
        parameters: {
          response_type: "code",
          client_id: "rostrum-page",
          scope: "openid groups",
          code_challenge_method: "S256",
        },
      },
    });
    const code = await codeFrom(server);
    const answer = await exchanged(server, { code, verifier: VERIFIER, redirectUri: REDIRECT });
    expect(answer.status).toBe(200);
    const { token } = JSON.parse(answer.text) as { token: string };
    const me = await sent(server, "/me", { headers: { authorization: `Bearer ${token}` } });
    expect(JSON.parse(me.text)).toMatchObject({ user: "ada", role: "admin" });
    // A code works once.
    const again = await exchanged(server, { code, verifier: VERIFIER, redirectUri: REDIRECT });
    expect(again.status).toBe(401);
    const audit = await sent(server, "/audit?act=sign_in", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(JSON.parse(audit.text)).toMatchObject({
      acts: [{ outcome: "refused", code: "sign_in_refused" }],
    });
  });

  test.each<[string, object]>([
    ["another verifier", { verifier: "w".repeat(43) }],
    ["another page", { redirectUri: "https://evil.example/" }],
    ["a code of nobody", { code: "made-up" }],
  ])("a code with %s is refused, and repeats nothing", async (_what, change) => {
    const server = await secured(await issuing());
    const given = { code: await codeFrom(server), verifier: VERIFIER, redirectUri: REDIRECT };
    const answer = await exchanged(server, { ...given, ...change });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain(given.code);
  });

  test("a refresh token is exchanged for a new token, once, and a refusal is audited", async () => {
    const issuer = await issuing();
    const server = await secured(issuer, {
      signIn: { clientId: "rostrum-page", scopes: ["openid", "offline_access"] },
    });
    const given = { code: await codeFrom(server), verifier: VERIFIER, redirectUri: REDIRECT };
    const first = JSON.parse((await exchanged(server, given)).text) as SessionAnswer;
    expect(first.expiresIn).toBeGreaterThan(500);
    const renew = { refreshToken: first.refreshToken ?? "" };
    const answer = await exchanged(server, renew, "/auth/refresh");
    expect(answer.status).toBe(200);
    const second = JSON.parse(answer.text) as SessionAnswer;
    expect(second.token).not.toBe(first.token);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    const headers = { authorization: `Bearer ${second.token}` };
    expect((await sent(server, "/me", { headers })).status).toBe(200);
    const again = await exchanged(server, renew, "/auth/refresh");
    expect([again.status, again.text.includes(renew.refreshToken)]).toEqual([401, false]);
    expect((await exchanged(server, {}, "/auth/refresh")).status).toBe(400);
    issuer.answer(500);
    expect((await exchanged(server, renew, "/auth/refresh")).status).toBe(503);
    const audit = await sent(server, "/audit?act=sign_in", { headers });
    expect(JSON.parse(audit.text)).toMatchObject({
      acts: [{ outcome: "refused", code: "sign_in_refused" }],
    });
  });

  test("without a refresh token of the provider, the page is told that there is none", async () => {
    const server = await secured(await issuing());
    const given = { code: await codeFrom(server), verifier: VERIFIER, redirectUri: REDIRECT };
    const answer = JSON.parse((await exchanged(server, given)).text) as SessionAnswer;
    expect(answer.refreshToken).toBeNull();
  });

  test.each<[string, object]>([
    ["nothing", {}],
    ["a short verifier", { code: "c", verifier: "x", redirectUri: REDIRECT }],
    ["no address", { code: "c", verifier: VERIFIER, redirectUri: "page" }],
    ["more than is asked", { code: "c", verifier: VERIFIER, redirectUri: REDIRECT, extra: 1 }],
  ])("%s is a bad request", async (_what, body) => {
    const server = await secured(await issuing());
    expect((await exchanged(server, body)).status).toBe(400);
  });

  test("is not offered to the page if no client is configured", async () => {
    const issuer = await issuing();
    const oidc = { issuer: issuer.url, audience: AUDIENCE, groups: {} };
    for (const server of [await listening({ auth: { oidc } }), await listening()]) {
      expect(await authOf(server)).toEqual({ signIn: null });
      const given = { code: "c", verifier: VERIFIER, redirectUri: REDIRECT };
      expect((await exchanged(server, given)).status).toBe(404);
    }
  });

  test("a provider that is away is said to be away, and is found when it is back", async () => {
    const issuer = await issuing();
    const server = await secured(issuer);
    issuer.answer(500);
    const away = await sent(server, "/auth");
    expect([away.status, away.text]).toEqual([503, expect.stringContaining("can't be reached")]);
    issuer.answer(200);
    expect((await authOf(server)).signIn).not.toBeNull();
  });

  test.each<[string, unknown, string]>([
    ["no client", {}, "signIn.clientId"],
    ["an unknown option", { clientId: "c", secret: "s" }, "signIn.secret"],
    ["a wrong token", { clientId: "c", token: "refresh_token" }, "signIn.token"],
    ["wrong scopes", { clientId: "c", scopes: "openid" }, "signIn.scopes"],
    ["parameters of the flow", { clientId: "c", parameters: { state: "x" } }, "signIn.parameters"],
  ])("%s is refused at the start", async (_what, signIn, field) => {
    const issuer = await issuing();
    await expect(secured(issuer, { signIn: signIn as never })).rejects.toThrow(field);
  });
});

test("who signs in on the page is audited, and who only opens it is not", async () => {
  const token = newToken();
  const journal = memoryJournal();
  const server = await listening({
    journal,
    auth: { tokens: [{ user: "ada", hash: hashToken(token), role: "admin" }] },
  });
  const page = { "sec-fetch-site": "same-origin" };
  for (const path of ["/me", "/panels", "/debates", "/usage", "/status"])
    expect((await sent(server, path, { headers: page })).status).toBe(401);
  const listActs = async (): Promise<unknown> =>
    (await journal.service?.listActs({ act: "sign_in" }))?.acts;
  expect(await listActs()).toEqual([]);
  // A wrong token is an attempt, wherever it comes from.
  const wrong = { ...page, authorization: "Bearer wrong" };
  expect((await sent(server, "/me", { headers: wrong })).status).toBe(401);
  const session = await sent(server, "/session", {
    method: "POST",
    headers: { ...page, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(session.status).toBe(204);
  expect(await listActs()).toMatchObject([
    { user: "ada", outcome: "done", status: 204 },
    { user: null, outcome: "refused", code: "bad_token" },
  ]);
});
