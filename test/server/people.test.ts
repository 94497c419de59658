import { hash } from "node:crypto";
import { join } from "node:path";
import { memoryJournal, sqliteJournal, type RunStore } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { agreeing, called, refusal, split, type Called } from "./support/call.ts";
import { ownFolder } from "./support/process.ts";

const [ada, bob, root] = [newToken(), newToken(), newToken()];
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const tokens = [
  { user: "ada", hash: hashToken(ada), role: "asker" as const, team: "core", sees: "all" as const },
  { user: "bob", hash: hashToken(bob), role: "reviewer" as const },
  { user: "root", hash: hashToken(root), admin: true },
];

const oidc = {
  ...{ issuer: "https://id.example.com", audience: "rostrum" },
  groups: { staff: { role: "asker" as const } },
};

const JOURNALS: [string, () => RunStore][] = [
  ["memory", () => memoryJournal()],
  ["a file", () => sqliteJournal(join(ownFolder(), "runs.db"))],
];

async function asked(journal: RunStore): Promise<Called & { id: string }> {
  onTestFinished(() => journal.close());
  const server = called({ journal, auth: { tokens }, panels: { split, agreeing } });
  const body = { question: "Which is best?", metadata: { ticket: "SECRET-17" } };
  const response = await server.post("/debates", body, bearer(ada));
  const { id } = (await response.json()) as { id: string };
  await (await server.get(`/debates/${id}/events`, bearer(ada))).text();
  return { ...server, id };
}

afterEach(() => void vi.useRealTimers());

interface Share {
  id: string;
  token: string;
  url: string | null;
  expiresAt: string;
}

async function share({ post, id }: Called & { id: string }, days?: number): Promise<Share> {
  const body = days === undefined ? {} : { days };
  const response = await post(`/debates/${id}/shares`, body, bearer(ada));
  expect(response.status).toBe(201);
  return (await response.json()) as Share;
}

describe.each(JOURNALS)("a link for people without an account, kept in %s", (_, journal) => {
  test("shows its debate, without who asked, and opens nothing else", async () => {
    const server = await asked(journal());
    const { token, url } = await share(server);
    expect(url).toBeNull();
    const response = await server.get("/shared", bearer(token));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const shown = (await response.json()) as { id: string; status: string; events: object[] };
    expect(shown).toMatchObject({ id: server.id, status: "completed" });
    expect(shown.events[0]).toMatchObject({ question: "Which is best?" });
    expect(JSON.stringify(shown)).not.toMatch(/SECRET-17|"ada"|"core"/);
    const others = [`/debates/${server.id}`, "/debates", "/panels", "/me", "/status", "/metrics"];
    for (const path of others) {
      expect((await server.get(path, bearer(token))).status, path).toBe(401);
    }
    expect((await server.post("/debates", { question: "Q?" }, bearer(token))).status).toBe(401);
  });

  test("ends when it is over, when it is revoked and with its debate, and these look the same", async () => {
    const server = await asked(journal());
    vi.useFakeTimers({ toFake: ["Date"] });
    const [short, revoked, kept] = [
      await share(server, 1),
      await share(server),
      await share(server),
    ];
    vi.setSystemTime(Date.now() + 86_400_001);
    const gone = `/debates/${server.id}/shares/${revoked.id}`;
    expect((await server.send(gone, { method: "DELETE", headers: bearer(ada) })).status).toBe(204);
    expect((await server.get("/shared", bearer(kept.token))).status).toBe(200);
    const listed = await server.get(`/debates/${server.id}/shares`, bearer(ada));
    const { shares } = (await listed.json()) as { shares: { active: boolean }[] };
    expect(shares.map(({ active }) => active)).toEqual([true, false, false]);
    expect(JSON.stringify(shares)).not.toContain("share_");
    const deleted = { method: "DELETE", headers: bearer(root) };
    expect((await server.send(`/debates/${server.id}`, deleted)).status).toBe(204);
    const refused = await Promise.all(
      [short.token, revoked.token, kept.token, `share_${"A".repeat(43)}`, "share_", ada].map(
        (token) => refusal(server.get("/shared", bearer(token))),
      ),
    );
    expect(new Set(refused.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test("ends when its maker is removed from the tokens, unless an identity provider may know the name", async () => {
    const server = await asked(journal());
    const { token } = await share(server);
    const status = async (): Promise<number> => (await server.get("/shared", bearer(token))).status;
    const panels = { agreeing };
    const others = { tokens: tokens.filter(({ user }) => user !== "ada") };
    await server.server.reload({ panels, auth: others });
    expect(await status()).toBe(401);
    const listed = await server.get("/admin/shares", bearer(root));
    expect(await listed.json()).toMatchObject({ shares: [{ by: "ada", active: false }] });
    await server.server.reload({ panels, auth: { ...others, oidc } });
    expect(await status()).toBe(200);
    await server.server.reload({ panels, auth: { tokens } });
    expect(await status()).toBe(200);
  });

  test("is revoked when its maker's data is deleted, also where an identity provider may know the name", async () => {
    const store = journal();
    const server = await asked(store);
    const seeing = tokens.map((entry) => ({ ...entry, sees: "all" as const }));
    await server.server.reload({ panels: { agreeing }, auth: { tokens: seeing, oidc } });
    const made = await server.post(`/debates/${server.id}/shares`, {}, bearer(bob));
    const { token } = (await made.json()) as Share;
    const status = async (link: string): Promise<number> =>
      (await server.get("/shared", bearer(link))).status;
    expect(await status(token)).toBe(200);
    const deleted = await server.send("/users/bob", { method: "DELETE", headers: bearer(root) });
    expect(deleted.status).toBe(200);
    expect(await status(token)).toBe(401);
    const listed = await server.get("/admin/shares", bearer(root));
    const revoked = { active: false, revokedAt: expect.any(String) as string };
    expect(await listed.json()).toMatchObject({ shares: [revoked] });

    // An earlier version may have left one.
    const { name } = (await deleted.json()) as { name: string };
    const left = `share_${"a".repeat(43)}`;
    const until = Date.now() + 60_000;
    await store.service?.addShare({
      hash: hash("sha256", left),
      debate: server.id,
      by: name,
      until,
    });
    expect(await status(left)).toBe(401);
  });

  test("is made, opened and revoked on record", async () => {
    const server = await asked(journal());
    const { id: which, token } = await share(server);
    await server.get("/shared", bearer(token));
    await server.get("/shared", bearer("share_wrong"));
    // Looking at the links changes nothing, and leaves no entry.
    await server.get(`/debates/${server.id}/shares`, bearer(ada));
    const path = `/debates/${server.id}/shares/${which}`;
    await server.send(path, { method: "DELETE", headers: bearer(ada) });
    const { acts } = (await (await server.get("/audit?limit=4", bearer(root))).json()) as {
      acts: object[];
    };
    expect(acts).toMatchObject([
      { act: "revoke_share", user: "ada", debate: server.id, code: which },
      { act: "open_share", user: null, outcome: "refused", code: "bad_share" },
      { act: "open_share", user: null, outcome: "done", debate: server.id, code: which },
      { act: "share", user: "ada", debate: server.id, code: which, outcome: "done" },
    ]);
    expect(JSON.stringify(acts)).not.toContain(token);
  });
});

test("a link has the server's address where it is known, and only whoever asked or reviews may make one", async () => {
  const publicUrl = "https://panel.example.com/team";
  const server = called({ auth: { tokens }, publicUrl });
  const started = await server.post("/debates", { question: "Q?" }, bearer(bob));
  const { id } = (await started.json()) as { id: string };
  const made = await server.post(`/debates/${id}/shares`, { days: 90 }, bearer(bob));
  const { url, token } = (await made.json()) as Share;
  expect(url).toBe(`https://panel.example.com/team/#/shared/${token}`);
  expect((await server.post(`/debates/${id}/shares`, {}, bearer(ada))).status).toBe(403);
  for (const days of [0, -1, 91, "7"]) {
    expect((await server.post(`/debates/${id}/shares`, { days }, bearer(bob))).status).toBe(400);
  }
});

describe.each(JOURNALS)("a debate that somebody should review, kept in %s", (_, journal) => {
  test("is listed with who, until when and why, and can be found by it", async () => {
    const server = await asked(journal());
    const body = { assignee: "bob", due: "2026-12-01T12:00:00+01:00", comment: "before the board" };
    const response = await server.post(`/debates/${server.id}/assignment`, body, bearer(ada));
    const assignment = {
      assignee: "bob",
      due: Date.parse("2026-12-01T11:00:00Z"),
      comment: "before the board",
      by: "ada",
    };
    expect(await response.json()).toMatchObject(assignment);
    const list = async (query: string): Promise<object[]> => {
      const page = await server.get(`/debates?${query}`, bearer(root));
      return ((await page.json()) as { runs: object[] }).runs;
    };
    expect(await list("assignee=bob&only=to_review")).toMatchObject([
      { id: server.id, assignment },
    ]);
    expect(await list("assignee=ada")).toEqual([]);
    const record = await server.get(`/debates/${server.id}`, bearer(ada));
    expect(await record.json()).toMatchObject({ assignment });
    const path = `/debates/${server.id}/assignment`;
    await server.send(path, { method: "DELETE", headers: bearer(ada) });
    expect(await list("assignee=bob")).toEqual([]);
  });

  test("a forgotten user's name is replaced by a number in assignments and links", async () => {
    const store = journal();
    const server = await asked(store);
    await server.post(`/debates/${server.id}/assignment`, { assignee: "bob" }, bearer(ada));
    await share(server);
    const names = [await store.service?.forgetUser("bob"), await store.service?.forgetUser("ada")];
    expect(await store.service?.assignmentOf(server.id)).toMatchObject({
      assignee: names[0],
      by: names[1],
    });
    expect(await store.service?.listShares(server.id)).toMatchObject([{ by: names[1] }]);
  });
});

describe("a session", () => {
  const own = { "sec-fetch-site": "same-origin" };
  const cookieOf = (response: Response): string =>
    (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

  test("lasts over tabs: the browser sends the token, and no script can read it", async () => {
    const server = called({ auth: { tokens }, basePath: "/rostrum" });
    const begun = await server.post("/session", {}, bearer(ada));
    expect(begun.status).toBe(204);
    const attributes = begun.headers.get("set-cookie") ?? "";
    for (const part of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/rostrum", "Max-Age=43200"])
      expect(attributes).toContain(part);
    const cookie = cookieOf(begun);
    const me = await server.get("/me", { cookie, ...own });
    expect(await me.json()).toMatchObject({ user: "ada", session: true });
    const asking = await server.post("/debates", { question: "Q?" }, { cookie, ...own });
    expect(asking.status).toBe(201);
    await server.server.reload({ panels: { agreeing }, auth: { tokens: tokens.slice(1) } });
    expect((await server.get("/me", { cookie, ...own })).status).toBe(401);
  });

  test("is refused from another site, another server on the host, and programs", async () => {
    const server = called({ auth: { tokens } });
    const cookie = cookieOf(await server.post("/session", {}, bearer(ada)));
    for (const site of ["cross-site", "same-site", undefined]) {
      const headers: Record<string, string> = { cookie };
      if (site !== undefined) headers["sec-fetch-site"] = site;
      expect([401, 403]).toContain((await server.get("/me", headers)).status);
      expect([401, 403]).toContain(
        (await server.post("/debates", { question: "Q?" }, headers)).status,
      );
    }
  });

  test("ends for all tabs, and needs a token to begin", async () => {
    const server = called({ auth: { tokens } });
    const cookie = cookieOf(await server.post("/session", {}, bearer(ada)));
    const ended = await server.send("/session", { method: "DELETE", headers: { cookie, ...own } });
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await server.post("/session", {}, { cookie, ...own })).status).toBe(400);
    expect((await server.post("/session", {}, {})).status).toBe(401);
    expect((await server.post("/session/refresh", {}, own)).status).toBe(401);
  });
});
