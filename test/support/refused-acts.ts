import type { RunStore, StoredEvent } from "rostrum";
import {
  hashToken,
  newToken,
  type RostrumServer,
  type Role,
  type Visibility,
} from "rostrum/server";
import { expect } from "vitest";

export type Reach = "none" | "own" | "seen" | "all";
export type Row = readonly [viewer: Reach, asker: Reach, reviewer: Reach, admin: Reach];

const EVERYBODY: Row = ["all", "all", "all", "all"];
const READERS: Row = ["seen", "seen", "seen", "all"];
const ASKERS: Row = ["none", "all", "all", "all"];
const ON_SEEN: Row = ["none", "seen", "seen", "all"];
const STEERING: Row = ["none", "own", "seen", "all"];
const ADMINS: Row = ["none", "none", "none", "all"];

/** Access rules of all routes. A test fails for a route that is missing here. */
export const ROUTES: Record<string, Row | "open"> = {
  "GET /healthz": "open",
  "GET /readyz": "open",
  "GET /openapi.json": "open",
  "GET /auth": "open",
  "POST /auth/token": "open",
  "POST /auth/refresh": "open",
  "GET /": "open",
  "GET /assets/:name{.+}": "open",
  "GET /:name{[\\w-]+\\.(?:svg|png|ico|webmanifest)}": "open",
  "GET /me": EVERYBODY,
  "GET /panels": EVERYBODY,
  "POST /plan": EVERYBODY,
  "GET /metrics": EVERYBODY,
  "GET /usage": EVERYBODY,
  "GET /v1/models": EVERYBODY,
  "GET /v1/models/:model": EVERYBODY,
  "ALL /mcp": EVERYBODY,
  "GET /debates": EVERYBODY,
  "GET /debates/:id": READERS,
  "GET /debates/:id/events": READERS,
  "GET /debates/:id/calls": READERS,
  "GET /debates/:id/export": READERS,
  "GET /debates/:id/files/:sha256": READERS,
  "POST /debates": ASKERS,
  "POST /v1/chat/completions": ASKERS,
  "POST /v1/responses": ASKERS,
  "POST /v1/messages": ASKERS,
  "POST /debates/:id/fork": ON_SEEN,
  "POST /debates/:id/follow": ON_SEEN,
  "POST /debates/:id/speak": ON_SEEN,
  "POST /debates/:id/say": STEERING,
  "POST /debates/:id/proceed": STEERING,
  "POST /debates/:id/cancel": STEERING,
  "POST /debates/:id/outcome": STEERING,
  "POST /debates/:id/review": ["none", "none", "seen", "all"],
  "DELETE /debates/:id": ["none", "own", "own", "all"],
  "POST /panels": ADMINS,
  "DELETE /panels/:name": ADMINS,
  "GET /panels/:name/calibration": ADMINS,
  "POST /panels/:name/calibration": ADMINS,
  "GET /audit": ADMINS,
  "DELETE /users/:user": ADMINS,
  "GET /status": EVERYBODY,
  "POST /session": EVERYBODY,
  "DELETE /session": "open",
  "POST /session/refresh": "open",
  "GET /shared": "open",
  "POST /debates/:id/shares": STEERING,
  "GET /debates/:id/shares": STEERING,
  "DELETE /debates/:id/shares/:share": STEERING,
  "POST /debates/:id/assignment": STEERING,
  "DELETE /debates/:id/assignment": STEERING,
  "GET /admin/shares": ADMINS,
  "GET /admin/health": ADMINS,
  "GET /admin/users": ADMINS,
  "GET /admin/server": ADMINS,
  "POST /admin/reload": ADMINS,
};

export const ROLES: readonly Role[] = ["viewer", "asker", "reviewer", "admin"];
export const VIEWS: readonly Visibility[] = ["own", "team", "all"];

/** The routes that need a user. */
export const guarded = Object.entries(ROUTES).filter(([, row]) => row !== "open") as [
  string,
  Row,
][];

/** A user of each role and view, all in the team `core`, and two owners of debates. */
export const entries = [
  ...ROLES.flatMap((role) =>
    VIEWS.map((sees) => ({ user: `${role}-${sees}`, role, sees, team: "core" })),
  ),
  { user: "friend", role: "asker" as const, sees: "own" as const, team: "core" },
  { user: "stranger", role: "asker" as const, sees: "own" as const, team: "other" },
].map((entry) => ({ ...entry, token: newToken() }));

export const auth = {
  tokens: entries.map(({ token, ...entry }) => ({ ...entry, hash: hashToken(token) })),
};

/** Creates a finished debate of a user. Written to the journal, because viewers can't start one. */
export async function debateOf(journal: RunStore, user: string): Promise<string> {
  const id = `${user}-${crypto.randomUUID()}`;
  const run = await journal.open(id, {});
  const event = { type: "debate.started", debateId: id, at: 1, seq: 0, question: "Q?", panel: [] };
  const entry = entries.find((each) => each.user === user);
  const owner = { userId: user, ...(entry ? { teamId: entry.team } : {}) };
  const failed = { type: "debate.failed", calls: [], debateId: id, at: 2, seq: 1 };
  const error = { name: "AbortError", code: "aborted", message: "it was cancelled" };
  await run.appendEvents([
    { ...event, ...owner },
    { ...failed, error },
  ] as unknown as StoredEvent[]);
  await run.close("failed");
  return id;
}

/** Expected status of a refused call; `null` if it is allowed. */
export function refusalOf(
  reach: Reach | undefined,
  whose: Visibility,
  sees: Visibility,
  onDebate: boolean,
): 403 | 404 | null {
  const isVisible = reach === "all" || VIEWS.indexOf(whose) <= VIEWS.indexOf(sees);
  if (reach === "none" || (isVisible && reach === "own" && whose !== "own")) return 403;
  return isVisible || !onDebate ? null : 404;
}

export function pathFor(pattern: string, id: string): string {
  return pattern
    .replace(":id", id)
    .replace(":model", "agreeing")
    .replace(":name", "nothing")
    .replace(":sha256", "a".repeat(64))
    .replace(":share", "a".repeat(16))
    .replace(":user", `nobody-${crypto.randomUUID()}`);
}

/** Tries every action as every user without permission, and without a token. Expects a refusal and an audit entry. */
export async function refuseAll(server: RostrumServer, journal: RunStore): Promise<number> {
  const send = async (token: string | null, method: string, path: string): Promise<number> => {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const { status, body } = await server.app.request(`http://127.0.0.1${path}`, {
      method: method === "ALL" ? "POST" : method,
      headers: { ...headers, ...authorization },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    await body?.cancel();
    return status;
  };
  const latest = async (user?: string): Promise<object | undefined> =>
    (await journal.service?.listActs({ user, limit: 1 }))?.acts[0];
  let refusedCount = 0;
  for (const [route, row] of guarded) {
    const [method = "", pattern = ""] = route.split(" ");
    const onDebate = pattern.includes(":id");
    expect(await send(null, method, pathFor(pattern, "missing")), route).toBe(401);
    for (const { user, role, sees, token } of entries.slice(0, -2)) {
      for (const [whose, owner] of [
        ["own", user],
        ["team", "friend"],
        ["all", "stranger"],
      ] as const) {
        const refused = refusalOf(row[ROLES.indexOf(role)], whose, sees, onDebate);
        if (refused === null) continue;
        const id = onDebate ? await debateOf(journal, owner) : "";
        const label = `${route} as ${user} on a debate of ${owner}`;
        expect(await send(token, method, pathFor(pattern, id)), label).toBe(refused);
        expect(await latest(user), label).toMatchObject({
          user,
          outcome: "refused",
          status: refused,
          debate: onDebate ? id : null,
          code: refused === 404 ? "not_visible" : "forbidden",
        });
        refusedCount += 1;
        if (!onDebate) break;
      }
    }
  }
  // One row for the address, however many requests it sent without a token.
  const signIns = (await journal.service?.listActs({ act: "sign_in", outcome: "refused" }))?.acts;
  expect(signIns).toMatchObject([{ user: null, outcome: "refused", code: "no_token" }]);
  return refusedCount;
}
