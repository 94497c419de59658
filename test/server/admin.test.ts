import { hashToken, newToken } from "rostrum/server";
import { expect, test } from "vitest";
import { called } from "./support/call.ts";

const [ada, bob, root] = [newToken(), newToken(), newToken()];
const tokens = [
  { user: "ada", hash: hashToken(ada), team: "core", perDay: { usd: 2 } },
  { user: "bob", hash: hashToken(bob), role: "viewer" as const, sees: "own" as const },
  { user: "root", hash: hashToken(root), admin: true },
];
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

interface Users {
  users: { user: string; lastSeenAt: string | null }[];
}

test("an admin sees every user, when each was last seen, and never a token", async () => {
  const server = called({ auth: { tokens } });
  const before = Date.now();
  await server.get("/me", bearer(ada));
  // Somebody who is refused was not seen.
  await server.get("/me", bearer("bob's old token"));
  const answer = await (await server.get("/admin/users", bearer(root))).text();
  for (const secret of [ada, bob, root, ...tokens.map(({ hash }) => hash)])
    expect(answer).not.toContain(secret);
  const { users } = JSON.parse(answer) as Users;
  expect(users).toMatchObject([
    {
      user: "ada",
      role: "asker",
      sees: "own",
      team: "core",
      perDay: { usd: 2 },
      token: hashToken(ada).slice(7, 15),
    },
    { user: "bob", role: "viewer", sees: "own", lastSeenAt: null },
    { user: "root", role: "admin", sees: "all" },
  ]);
  expect(Date.parse(users[0]?.lastSeenAt ?? "")).toBeGreaterThanOrEqual(before);
});

test("nobody else may see users, health, server, links or the audit log, or reload", async () => {
  const server = called({ auth: { tokens } });
  for (const path of ["/admin/users", "/admin/health", "/admin/server", "/admin/shares", "/audit"])
    expect([path, (await server.get(path, bearer(ada))).status]).toEqual([path, 403]);
  expect((await server.post("/admin/reload", {}, bearer(ada))).status).toBe(403);
});
