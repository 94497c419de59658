import { createHmac } from "node:crypto";
import { UnsecuredJWT } from "jose";
import { type OidcOptions, type Serving, createServer, hashToken, newToken } from "rostrum/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createKeySet } from "../../packages/server/src/oidc/key-set.ts";
import { AUDIENCE, issuing, type Issuer } from "./support/issuer.ts";
import { curled, listening, sent, type Answered } from "./support/socket.ts";

const GROUPS: OidcOptions["groups"] = {
  "rostrum-admins": { role: "admin" },
  "rostrum-reviewers": { role: "reviewer", team: "core", sees: "team" },
  "rostrum-users": { role: "asker", team: "core", sees: "own" },
  guests: { role: "viewer" },
};

async function secured(
  issuer: Issuer,
  more: Partial<OidcOptions> = {},
  tokens: { user: string; hash: string }[] = [],
): Promise<Serving> {
  const oidc = { issuer: issuer.url, audience: AUDIENCE, groups: GROUPS, ...more };
  return listening({ auth: { tokens, oidc } });
}

async function me(server: Serving, token: string): Promise<Answered> {
  return sent(server, "/me", { headers: { authorization: `Bearer ${token}` } });
}

function errorIn({ text }: Answered): { code: string; message: string } {
  return (JSON.parse(text) as { error: { code: string; message: string } }).error;
}

const inUsers = { groups: ["rostrum-users"] };

describe("a token of the identity provider", () => {
  test.each(["ES256", "RS256", "EdDSA"])("signed with %s says who the user is", async (alg) => {
    const issuer = await issuing(alg);
    const server = await secured(issuer);
    const answer = await me(server, await issuer.token(inUsers));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      user: "ada",
      team: "core",
      role: "asker",
      sees: "own",
      acts: { ask: "all", cancel: "own", review: "none", audit: "none" },
    });
    const curl = await curled(
      "-H",
      `Authorization: Bearer ${await issuer.token({ groups: ["rostrum-admins"] })}`,
      `${server.url}/audit`,
    );
    if (curl) expect(curl.status).toBe(200);
  });

  test("of several groups, the highest role, the widest view and the first team count", async () => {
    const issuer = await issuing();
    const server = await secured(issuer);
    const groups = ["other", "rostrum-users", "rostrum-reviewers"];
    expect(JSON.parse((await me(server, await issuer.token({ groups }))).text)).toMatchObject({
      role: "reviewer",
      sees: "team",
      team: "core",
    });
  });

  test("claims have any name, and groups may be nested or one text", async () => {
    const issuer = await issuing();
    const server = await secured(issuer, {
      userClaim: "email",
      groupsClaim: "realm_access.roles",
      jwksUri: `${issuer.url}/keys`,
    });
    const claims = { email: "ada@example.com", realm_access: { roles: "rostrum-admins" } };
    expect(JSON.parse((await me(server, await issuer.token(claims))).text)).toMatchObject({
      user: "ada@example.com",
      role: "admin",
    });
  });

  test("in no known group is refused, unless everybody has a role", async () => {
    const issuer = await issuing();
    const closed = await secured(issuer);
    const answer = await me(closed, await issuer.token({ groups: ["strangers"] }));
    expect([answer.status, errorIn(answer).code]).toEqual([403, "no_role"]);
    const welcoming = await secured(issuer, { everybody: { role: "viewer" } });
    expect(JSON.parse((await me(welcoming, await issuer.token({}))).text)).toMatchObject({
      role: "viewer",
      team: null,
    });
  });

  test("users with a token of the server keep working, and nobody else can use their name", async () => {
    const issuer = await issuing();
    const own = newToken();
    const server = await secured(issuer, {}, [{ user: "ada", hash: hashToken(own) }]);
    expect(JSON.parse((await me(server, own)).text)).toMatchObject({ user: "ada" });
    const taken = await me(server, await issuer.token({ sub: "ada", ...inUsers }));
    expect([taken.status, errorIn(taken).message]).toEqual([
      401,
      "expected a name that is not in this server's tokens file: ask its admin to rename one of the users",
    ]);
  });
});

describe("a hostile token", () => {
  test.each<[string, (issuer: Issuer) => string | Promise<string>]>([
    ["is expired", (issuer) => issuer.token(inUsers, { expires: -120 })],
    ["is not valid yet", (issuer) => issuer.token({ ...inUsers, nbf: Date.now() / 1000 + 600 })],
    ["never expires", (issuer) => issuer.token({ ...inUsers, exp: undefined })],
    ["is for another audience", (issuer) => issuer.token({ ...inUsers, aud: "other" })],
    ["has no audience", (issuer) => issuer.token({ ...inUsers, aud: undefined })],
    ["is from another issuer", (issuer) => issuer.token({ ...inUsers, iss: "https://evil.test" })],
    ["has no user", (issuer) => issuer.token({ ...inUsers, sub: undefined })],
    ["has an empty user", (issuer) => issuer.token({ ...inUsers, sub: "" })],
    ["has a user that is not text", (issuer) => issuer.token({ ...inUsers, sub: 7 })],
    ["has a user with a line break", (issuer) => issuer.token({ ...inUsers, sub: "a\nb" })],
    ["has a user with a direction mark", (issuer) => issuer.token({ ...inUsers, sub: "a\u202eb" })],
    [
      "has a user that was deleted",
      (issuer) => issuer.token({ ...inUsers, sub: "deleted user 1" }),
    ],
    ["has a user that is too long", (issuer) => issuer.token({ ...inUsers, sub: "x".repeat(201) })],
    ["has groups that are a number", (issuer) => issuer.token({ groups: 7 })],
    ["has groups that are an object", (issuer) => issuer.token({ groups: { admin: true } })],
    ["has groups in groups", (issuer) => issuer.token({ groups: [["rostrum-admins"]] })],
    ["has too many groups", (issuer) => issuer.token({ groups: Array(1001).fill("g") })],
    ["is huge", (issuer) => issuer.token({ ...inUsers, more: "x".repeat(9000) })],
    ["has a kid that is a path", (issuer) => issuer.token(inUsers, { header: { kid: "../../x" } })],
    ["has a kid that is SQL", (issuer) => issuer.token(inUsers, { header: { kid: "' OR 1=1" } })],
    ...["logout+jwt", "secevent+jwt", "dpop+jwt", "application/logout+jwt"].map(
      (typ): [string, (issuer: Issuer) => Promise<string>] => [
        `is of the type ${typ}`,
        (issuer) => issuer.token(inUsers, { header: { typ } }),
      ],
    ),
    [
      "ends a session",
      (issuer) => {
        const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
        return issuer.token({ ...inUsers, events });
      },
    ],
    [
      "brings its own key",
      async (issuer) => {
        const other = await issuing();
        const header = { jwk: other.currentJwk(), kid: "key-1" };
        return other.token({ ...inUsers, iss: issuer.url }, { header });
      },
    ],
    [
      "says where its key is",
      async (issuer) => {
        const other = await issuing();
        const header = { jku: `${other.url}/keys`, kid: "key-1" };
        return other.token({ ...inUsers, iss: issuer.url }, { header });
      },
    ],
    [
      "is not signed",
      (issuer) =>
        new UnsecuredJWT({
          ...inUsers,
          iss: issuer.url,
          aud: AUDIENCE,
          sub: "ada",
          exp: 4e9,
        }).encode(),
    ],
    [
      "is signed with the public key as a secret",
      (issuer) => {
        const part = (value: object): string =>
          Buffer.from(JSON.stringify(value)).toString("base64url");
        const claims = { ...inUsers, iss: issuer.url, aud: AUDIENCE, sub: "ada", exp: 4e9 };
        const body = `${part({ alg: "HS256", kid: "key-1" })}.${part(claims)}`;
        const secret = JSON.stringify(issuer.currentJwk());
        return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
      },
    ],
    [
      "has other claims than were signed",
      async (issuer) => {
        const [head = "", body = "", signature = ""] = (await issuer.token(inUsers)).split(".");
        const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
        const forged = Buffer.from(JSON.stringify({ ...claims, groups: ["rostrum-admins"] }));
        return `${head}.${forged.toString("base64url")}.${signature}`;
      },
    ],
    [
      "has an empty signature",
      async (issuer) => (await issuer.token(inUsers)).replace(/[^.]+$/, ""),
    ],
    ["is three dots", () => "..."],
    ["is not base64", () => "%%%.%%%.%%%"],
    ["is a million dots", () => ".".repeat(4000)],
  ])("that %s is refused, and the refusal is in the audit", async (_what, make) => {
    const issuer = await issuing();
    const server = await secured(issuer);
    const token = await make(issuer);
    const answer = await me(server, token);
    expect([answer.status, errorIn(answer).code]).toEqual([401, "unauthorized"]);
    // Nothing of the token comes back.
    for (const part of token.split(".").filter(({ length }) => length > 8)) {
      expect(answer.text).not.toContain(part);
    }
    const admin = await issuer.token({ sub: "root", groups: ["rostrum-admins"] });
    const audit = await sent(server, "/audit?act=sign_in", {
      headers: { authorization: `Bearer ${admin}` },
    });
    const { acts } = JSON.parse(audit.text) as { acts: Record<string, unknown>[] };
    expect(acts).toMatchObject([{ outcome: "refused", status: 401, user: null }]);
    expect(audit.text).not.toContain(token.slice(-20));
  });

  test.each(["Bearer", "Bearer ", "Bearer a b", "Basic YTpi", "bearer\ta.b.c", "x".repeat(3000)])(
    "a header %j is refused",
    async (authorization) => {
      const issuer = await issuing();
      const server = await secured(issuer);
      const answer = await sent(server, "/me", { headers: { authorization } });
      expect(answer.status).toBe(401);
    },
  );

  test("a name is data, whatever it is", async () => {
    const issuer = await issuing();
    const server = await secured(issuer);
    for (const sub of ["Zoë Ω", "'; DROP TABLE runs; --", "<script>", "日本", "a".repeat(200)]) {
      const token = await issuer.token({ sub, ...inUsers });
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify({ question: "Q?" });
      expect((await sent(server, "/debates", { method: "POST", headers, body })).status).toBe(201);
      const list = await sent(server, "/debates", { headers });
      const { runs } = JSON.parse(list.text) as { runs: { user: string }[] };
      expect(runs.map(({ user }) => user)).toEqual([sub]);
    }
  });
});

describe("the provider's keys", () => {
  test("a small difference between clocks is accepted", async () => {
    const issuer = await issuing();
    const server = await secured(issuer, { clockSkewSeconds: 60 });
    expect((await me(server, await issuer.token(inUsers, { expires: -30 }))).status).toBe(200);
    expect((await me(server, await issuer.token(inUsers, { expires: -90 }))).status).toBe(401);
  });

  test("while the provider can't be reached, known keys still work, and unknown ones are refused with a reason", async () => {
    const issuer = await issuing();
    const server = await secured(issuer);
    const token = await issuer.token(inUsers);
    expect((await me(server, token)).status).toBe(200);
    issuer.answer(500);
    expect((await me(server, token)).status).toBe(200);
    await issuer.stop();
    expect((await me(server, token)).status).toBe(200);
    expect(issuer.fetched()).toBe(1);
  });

  test("a server that never got the keys answers 503, and recovers by itself", async () => {
    const issuer = await issuing();
    const server = await secured(issuer);
    issuer.answer(500);
    const token = await issuer.token(inUsers);
    const answer = await me(server, token);
    expect([answer.status, errorIn(answer).code]).toEqual([503, "identity_provider_unavailable"]);
    expect(answer.headers["retry-after"]).toBe("5");
    issuer.answer(200);
    await expect.poll(async () => (await me(server, token)).status).toBe(200);
  });

  test("new keys are fetched when a token needs one, and old ones are forgotten with them", async () => {
    const issuer = await issuing();
    const jose = await import("jose");
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const keys = createKeySet(issuer.url, undefined, jose);
    const asked = (kid: string): Promise<unknown> =>
      Promise.resolve(keys({ alg: "ES256", kid }, { payload: "", signature: "" }));
    await asked("key-1");
    await issuer.rotate(false);
    // Anybody can invent key ids, so the provider is not asked for each of them.
    await expect(asked("key-2")).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    expect(issuer.fetched()).toBe(1);
    vi.advanceTimersByTime(16_000);
    await asked("key-2");
    expect(issuer.fetched()).toBe(2);
    await expect(asked("key-1")).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    issuer.answer(503);
    vi.advanceTimersByTime(16_000);
    await expect(asked("key-3")).rejects.toMatchObject({ status: 503 });
    await asked("key-2");
    vi.advanceTimersByTime(3_600_000);
    await asked("key-2");
  });
});

describe("options that would accept too much", () => {
  const fine = { issuer: "https://id.example.com", audience: "rostrum", groups: GROUPS };
  test.each<[string, object]>([
    ["auth.oidc.algorithms[0]", { algorithms: ["none"] }],
    ["auth.oidc.algorithms[0]", { algorithms: ["HS256"] }],
    ["auth.oidc.algorithms", { algorithms: [] }],
    ["auth.oidc.issuer", { issuer: "http://id.example.com" }],
    ["auth.oidc.issuer", { issuer: "nonsense" }],
    ["auth.oidc.jwksUri", { jwksUri: "ftp://id.example.com/keys" }],
    ["auth.oidc.audience", { audience: [] }],
    ["auth.oidc.clockSkewSeconds", { clockSkewSeconds: 86_400 }],
    ["auth.oidc.groups.a.role", { groups: { a: { role: "god" } } }],
    ["auth.oidc.groups.a.sees", { groups: { a: { role: "asker", sees: "most" } } }],
    ["auth.oidc.groups", { groups: ["admins"] }],
    ["auth.oidc.scope", { scope: "openid" }],
  ])("%s is refused at the start", (field, more) => {
    const oidc = { ...fine, ...more } as OidcOptions;
    expect(() =>
      createServer({ panels: { p: { debaters: ["embedded*3"] } }, auth: { oidc } }),
    ).toThrow(expect.objectContaining({ field }));
  });
});
