import { memoryJournal, sqliteJournal } from "rostrum";
import { hashToken, newToken, type ServerOptions } from "rostrum/server";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { called, refusal, type Called } from "./support/call.ts";
import { says } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";

const [ada, bob, root] = [newToken(), newToken(), newToken()];
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
/** Each call costs one dollar. */
const dollar = {
  model: says("42", { usage: { inputTokens: 500_000, outputTokens: 500_000 } }),
  price: { input: 1, output: 1 },
  maxOutputTokens: 500_000,
};
const cheap = { debaters: [dollar, dollar], rounds: 0, compare: "rules" as const };

interface Limit {
  user?: string;
  team?: string;
  project?: string;
  per?: string;
  resetsAt?: string;
  usd?: { cap: number; spent: number; left: number };
}

function withPolicy(
  policy: ServerOptions["policy"],
  entry: object = {},
  more: Partial<ServerOptions> = {},
): Called {
  const tokens = [
    { user: "ada", hash: hashToken(ada), team: "core", ...entry },
    { user: "bob", hash: hashToken(bob), team: "core" },
    { user: "root", hash: hashToken(root), admin: true },
  ];
  return called({ panels: { cheap }, auth: { tokens }, ...(policy ? { policy } : {}), ...more });
}

async function ask(
  server: Called,
  token: string,
  more: object = {},
): Promise<{ status: number; message: string }> {
  const response = await server.post("/debates", { question: "Q?", ...more }, bearer(token));
  const body = (await response.json()) as { id?: string; error?: { message: string } };
  if (body.id) await (await server.get(`/debates/${body.id}/events`, bearer(token))).text();
  return { status: response.status, message: body.error?.message ?? "" };
}

async function limitsOf(server: Called, token: string): Promise<Limit[]> {
  const me = (await (await server.get("/me", bearer(token))).json()) as { limits: Limit[] };
  return me.limits;
}

function setClock(at: string): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(at));
}

afterEach(() => void vi.useRealTimers());

describe("a limit of a period", () => {
  test("that is not used up, but too small for the first round, refuses alike over REST, in chat and in a plan", async () => {
    setClock("2026-11-17T23:00:00Z");
    const journal = memoryJournal();
    const server = withPolicy({}, { perDay: { usd: 0.001 } }, { journal });
    const message = expect.stringMatching(
      /^what is left of your limit of \$0\.001 per day, which resets at 2026-11-18T00:00:00\.000Z: \$0\.001 is too little\. The first answers and the decision need at least \$0\.00\d+/,
    ) as string;
    const started = await refusal(server.post("/debates", { question: "Q?" }, bearer(ada)));
    expect(started).toMatchObject({ status: 402, code: "budget", message });
    const body = { model: "cheap", messages: [{ role: "user", content: "Q?" }] };
    const chat = await server.post("/v1/chat/completions", body, bearer(ada));
    expect(chat.status).toBe(402);
    expect(await chat.json()).toMatchObject({ error: { message } });
    const plan = await (await server.post("/plan", { question: "Q?" }, bearer(ada))).json();
    expect(plan).toMatchObject({ refusal: { code: "budget", message } });
    // Nothing is recorded about a debate that never began.
    expect((await journal.list()).runs).toEqual([]);

    const { smallest } = /at least \$(?<smallest>[\d.]+)/.exec(started.message)?.groups ?? {};
    const enough = withPolicy({}, { perDay: { usd: Number(smallest) } });
    const fitted = await (await enough.post("/plan", { question: "Q?" }, bearer(ada))).json();
    expect(fitted).toMatchObject({ refusal: null, usd: { max: Number(smallest) } });
    expect((await ask(enough, ada)).status).toBe(201);
  });

  test("a follow-up is refused before it begins if what it carries over doesn't fit", async () => {
    const journal = memoryJournal();
    const server = withPolicy({}, { perDay: { usd: 100 } }, { journal });
    const context = [{ document: "contract", text: "The supplier may end it. ".repeat(4000) }];
    expect((await ask(server, ada, { context, id: "one" })).status).toBe(201);
    const follow = { question: "And for us?", budget: { tokens: 20_000 } };
    const refused = await refusal(server.post("/debates/one/follow", follow, bearer(ada)));
    expect(refused).toMatchObject({ status: 402, code: "budget" });
    expect((await journal.list()).runs.map(({ id }) => id)).toEqual(["one"]);
  });

  test.each([
    ["memory", () => memoryJournal()],
    ["a file", () => sqliteJournal(join(ownFolder(), "runs.db"))],
  ])("per day resets at midnight UTC, in %s, and says when", async (_, journal) => {
    setClock("2026-11-17T23:00:00Z");
    const store = journal();
    onTestFinished(() => store.close());
    const server = withPolicy({}, { perDay: { usd: 2 } }, { journal: store });
    expect((await ask(server, ada)).status).toBe(201);
    const refused = await ask(server, ada);
    expect(refused).toEqual({
      status: 402,
      message: "your limit of $2.00 per day is used up: it resets at 2026-11-18T00:00:00.000Z",
    });
    expect(await limitsOf(server, ada)).toMatchObject([
      { user: "ada", per: "day", resetsAt: "2026-11-18T00:00:00.000Z", usd: { cap: 2, left: 0 } },
    ]);
    setClock("2026-11-18T00:00:01Z");
    expect(await limitsOf(server, ada)).toMatchObject([{ per: "day", usd: { spent: 0, left: 2 } }]);
    expect((await ask(server, ada)).status).toBe(201);
    expect((await ask(server, bob)).status).toBe(201);
    // What is left of a user who is forgotten has no name.
    await store.service?.forgetUser("ada");
    expect(await limitsOf(server, ada)).toMatchObject([{ usd: { spent: 0 } }]);
  });

  test("per month, of a team and for ever count next to each other, and the smallest decides", async () => {
    setClock("2026-12-31T23:59:00Z");
    const policy = { everybody: { budget: { usd: 6 } }, teams: { core: { perMonth: { usd: 4 } } } };
    const server = withPolicy(policy);
    expect((await ask(server, ada)).status).toBe(201);
    expect((await ask(server, bob)).status).toBe(201);
    expect((await ask(server, bob)).message).toContain(
      "your team's limit of $4.00 per month is used up: it resets at 2027-01-01T00:00:00.000Z",
    );
    setClock("2027-01-01T00:00:00Z");
    expect((await ask(server, bob)).status).toBe(201);
    expect((await ask(server, bob)).status).toBe(201);
    setClock("2027-02-01T00:00:00Z");
    expect((await ask(server, bob)).message).toContain("your limit of $6.00 is used up");
  });
});

describe("limits of one user from several places", () => {
  const everybody = { perMonth: { usd: 4, calls: 90 }, perDay: { usd: 3 } };
  const caps = async (server: Called): Promise<object> =>
    Object.fromEntries(
      (await limitsOf(server, ada)).map(({ per = "ever", usd, ...parts }) => [
        per,
        { usd: usd?.cap, calls: (parts as { calls?: { cap: number } }).calls?.cap },
      ]),
    );

  test("one per day leaves everybody's limit per month in place, which is what refuses", async () => {
    setClock("2026-11-17T23:00:00Z");
    const server = withPolicy({ everybody: { perMonth: { usd: 2 } } }, { perDay: { usd: 10 } });
    expect((await ask(server, ada)).status).toBe(201);
    const message =
      "your limit of $2.00 per month is used up: it resets at 2026-12-01T00:00:00.000Z";
    expect(await ask(server, ada)).toEqual({ status: 402, message });
    const admin = (await (await server.get("/admin/users", bearer(root))).json()) as {
      limits: Limit[];
    };
    expect(admin.limits.filter(({ user }) => user === "ada")).toMatchObject([
      { per: "day", usd: { cap: 10, spent: 2 } },
      { per: "month", usd: { cap: 2, spent: 2, left: 0 } },
    ]);
  });

  test("a user's own amount replaces everybody's for that period and unit alone", async () => {
    const server = withPolicy({ everybody, users: { ada: { perMonth: { usd: 50 } } } });
    expect(await caps(server)).toEqual({
      month: { usd: 50, calls: 90 },
      day: { usd: 3, calls: undefined },
    });
  });

  test("of the config and of all tokens of the user, the lowest amount counts", async () => {
    const users = { ada: { perMonth: { usd: 50 }, budget: { usd: 70 } } };
    const tokens = [
      { user: "ada", hash: hashToken(ada), perMonth: { usd: 60, calls: 7 } },
      { user: "ada", hash: hashToken(bob), perMonth: { usd: 40 } },
    ];
    const server = called({ panels: { cheap }, auth: { tokens }, policy: { everybody, users } });
    expect(await caps(server)).toEqual({
      ever: { usd: 70, calls: undefined },
      month: { usd: 40, calls: 7 },
      day: { usd: 3, calls: undefined },
    });
  });
});

test("a plan that is refused names the limit of which the least is left, not the lowest one", async () => {
  setClock("2026-11-17T23:00:00Z");
  const journal = memoryJournal();
  const limits = { perDay: { usd: 2.0005 }, perMonth: { usd: 2.001 } };
  expect((await ask(withPolicy({}, limits, { journal }), ada)).status).toBe(201);
  setClock("2026-11-18T01:00:00Z");
  const refused = await ask(withPolicy({}, limits, { journal }), ada);
  expect(refused.message).toMatch(
    /^what is left of your limit of \$2\.001 per month, .*: \$0\.001 is/,
  );
});

test("a debate that a limit has shortened says which one and what was left, not the panel's budget", async () => {
  setClock("2026-11-17T23:00:00Z");
  const journal = memoryJournal();
  const price = { input: 1, output: 1 };
  const member = { model: says("42"), price, maxOutputTokens: 100_000 };
  const revised = {
    debaters: [member, member],
    rounds: 2,
    report: "memo" as const,
    budget: { usd: 2 },
  };
  const panels = { cheap, revised: { ...revised, compare: "rules" as const } };
  const server = withPolicy({}, { perMonth: { usd: 2.008 } }, { journal, panels });
  expect((await ask(server, ada, { panel: "cheap" })).status).toBe(201);
  const body = { question: "Q?", panel: "revised" };
  const plan = (await (await server.post("/plan", body, bearer(ada))).json()) as {
    warnings: string[];
  };
  const started = await server.post("/debates", body, bearer(ada));
  const { id } = (await started.json()) as { id: string };
  await (await server.get(`/debates/${id}/events`, bearer(ada))).text();
  const record = await (await server.get(`/debates/${id}`, bearer(ada))).json();
  const { warnings } = (record as { result: { warnings: string[] } }).result;
  const shortened = warnings.filter((warning) => warning.includes("nothing is left out"));
  expect(shortened[0]).toMatch(
    /would cost more than what is left of your limit of \$2\.008 per month, which resets at 2026-12-01T00:00:00\.000Z: \$0\.008\. With \$0\.\d+ left, nothing is left out\.$/,
  );
  expect(plan.warnings).toEqual(expect.arrayContaining(shortened));
});

test("a plan names the panel's own cap as the maximum, also when the user's limit is used up", async () => {
  const price = { input: 1, output: 1 };
  const member = { model: says("42"), price, maxOutputTokens: 10_000_000 };
  const capped = { debaters: [member, member], rounds: 2, budget: { usd: 2 } };
  const panels = { cheap, capped };
  const planOf = async (usd: number): Promise<{ usd: { max: number }; sentence: string }> => {
    const server = withPolicy({}, { perMonth: { usd } }, { panels });
    expect((await ask(server, ada, { panel: "cheap" })).status).toBe(201);
    const body = { question: "Q?", panel: "capped" };
    const plan: unknown = await (await server.post("/plan", body, bearer(ada))).json();
    const isUsedUp = usd === 2;
    const refused = { code: "budget", message: expect.stringContaining("is used up") as string };
    expect(plan).toMatchObject({ refusal: isUsedUp ? refused : null });
    return plan as { usd: { max: number }; sentence: string };
  };
  const withMoney = await planOf(50);
  const usedUp = await planOf(2);
  expect(withMoney.usd.max).toBeLessThanOrEqual(2);
  expect([usedUp.usd, usedUp.sentence]).toEqual([withMoney.usd, withMoney.sentence]);
});

describe("a project", () => {
  const policy = { projects: { apollo: { perMonth: { usd: 2 } }, gemini: {} } };

  test("pays for debates that name it, of all users together, and has its row in the usage", async () => {
    const server = withPolicy(policy);
    expect((await ask(server, ada, { project: "apollo" })).status).toBe(201);
    expect((await ask(server, bob, { project: "apollo" })).message).toContain(
      "the project's limit of $2.00 per month is used up",
    );
    expect((await ask(server, bob, { project: "gemini" })).status).toBe(201);
    expect((await ask(server, bob)).status).toBe(201);
    const usage = (await (await server.get("/usage?by=project", bearer(root))).json()) as {
      rows: { key: string | null; debates: number; costUsd: number }[];
      limits: Limit[];
    };
    const rows = usage.rows.map(({ key, debates, costUsd }) => `${key} ${debates} ${costUsd}`);
    expect(rows.sort()).toEqual(["apollo 1 2", "gemini 1 2", "null 1 2"]);
    expect(usage.limits).toMatchObject([{ project: "apollo", per: "month", usd: { left: 0 } }]);
    const listed = (await (await server.get("/debates?project=apollo", bearer(root))).json()) as {
      runs: object[];
    };
    expect(listed.runs).toMatchObject([{ user: "ada", project: "apollo" }]);
  });

  test("that doesn't exist, or isn't the user's own, is refused", async () => {
    const server = withPolicy(policy, { project: "apollo" });
    expect(await ask(server, bob, { project: "mercury" })).toMatchObject({ status: 400 });
    expect(await ask(server, ada, { project: "gemini" })).toMatchObject({ status: 403 });
    expect(await ask(server, ada)).toMatchObject({ status: 201 });
    expect(await limitsOf(server, ada)).toMatchObject([{ project: "apollo", usd: { spent: 2 } }]);
  });

  test.each([
    ["follow", { question: "Why?" }],
    ["fork", { fromRound: 1 }],
  ])(
    "pays for a %s of one's own debate, and not for that of a user with another project or none",
    async (act, body) => {
      const tokens = [
        { user: "ada", hash: hashToken(ada), role: "admin" as const },
        { user: "bob", hash: hashToken(bob), project: "gemini", sees: "all" as const },
        { user: "root", hash: hashToken(root), sees: "all" as const },
      ];
      const server = called({
        panels: { cheap },
        auth: { tokens },
        policy: { projects: { apollo: {}, gemini: {} } },
      });
      const id = "earlier";
      await ask(server, ada, { id, project: "apollo" });
      const payer = async (token: string, more: object = {}): Promise<unknown> => {
        const response = await server.post(
          `/debates/${id}/${act}`,
          { ...body, ...more },
          bearer(token),
        );
        const { id: next, error } = (await response.json()) as { id?: string; error?: object };
        if (next === undefined) return error;
        const events = await (await server.get(`/debates/${next}/events`, bearer(token))).text();
        return /"projectId":"(\w+)"/.exec(events)?.[1];
      };
      expect(await payer(ada)).toBe("apollo");
      expect(await payer(bob)).toBe("gemini");
      expect(await payer(root)).toBeUndefined();
      expect(await payer(root, { project: "apollo" })).toBe("apollo");
      expect(await payer(bob, { project: "apollo" })).toMatchObject({
        message: expect.stringContaining(
          '"gemini", which pays for all your debates, got "apollo"',
        ) as string,
      });
    },
  );
});

describe("a model without a price, for somebody with a limit in dollars", () => {
  const unpriced = { debaters: [dollar, { model: says("42"), name: "grace" }], rounds: 0 };

  test("is named before the question is asked, with what to do", async () => {
    const server = withPolicy({}, { perMonth: { usd: 5 } }, { panels: { unpriced } });
    const plan = async (token: string): Promise<object> =>
      (await (await server.post("/plan", { question: "" }, bearer(token))).json()) as object;
    const grace = { role: "debater", name: "grace", model: expect.stringMatching(/^function:/) };
    expect(await plan(ada)).toMatchObject({
      unpriced: [grace],
      refusal: { code: "unpriced", message: expect.stringContaining("got none for grace") },
    });
    expect(await plan(bob)).toMatchObject({ unpriced: [grace], refusal: null });
    const refused = await refusal(server.post("/debates", { question: "Q?" }, bearer(ada)));
    expect([refused.status, refused.code]).toEqual([402, "unpriced"]);
    expect(refused.message).toContain(
      "choose another panel, or ask an admin to give these models a price in the config, price: { input: …, output: … } in US dollars",
    );
    expect(refused.field).toBeUndefined();
  });

  test("has a price where its option gives one: comparer, crux, report, router, judge and fallback", async () => {
    const price = { input: 0, output: 0 };
    const model = says("42");
    const priced = {
      debaters: [{ model, price, fallback: { model, price } }, dollar],
      judge: { model, price },
      compare: { model, price },
      crux: { model, price },
      report: { type: "memo" as const, model, price },
      route: { type: "confident" as const, model, price },
    };
    const server = withPolicy({}, { perMonth: { usd: 100 } }, { panels: { priced } });
    const plan = await server.post("/plan", { question: "Which?" }, bearer(ada));
    expect(await plan.json()).toMatchObject({ unpriced: [], refusal: null });
    expect((await ask(server, ada)).status).toBe(201);
  });
});

test("a compat model is asked by its name, with the price of the config, and its address is never said", async () => {
  const upstream = await openAiServer(() => ({ reply: "Answer: 42\nConfidence: 0.9" }));
  onTestFinished(() => upstream.close());
  const id = `compat:llama@${upstream.url}`;
  const price = { input: 1, output: 1 };
  const configured = { debaters: [{ model: id, price }, { model: id }], report: "memo" as const };
  const panels = { configured, other: { debaters: ["compat:llama@http://10.9.9.9/v1*2"] } };
  const server = withPolicy({}, { perMonth: { usd: 5 } }, { panels });
  const offer = (await (await server.get("/panels", bearer(ada))).json()) as { models: string[] };
  expect(offer.models).toEqual(["compat:llama", "compat:llama#2"]);
  expect(JSON.stringify(offer)).not.toContain("://");
  const built = {
    debaters: ["compat:llama*2", { model: "compat:llama", name: "third" }],
    rounds: 0,
  };
  expect((await ask(server, ada, built)).status).toBe(201);
  expect(upstream.received).toHaveLength(3);
  const refused = await refusal(
    server.post("/debates", { question: "Q?", debaters: [id, id] }, bearer(ada)),
  );
  expect([refused.status, refused.code]).toEqual([400, "model_not_allowed"]);
  expect(refused.message).not.toContain("127.0.0.1");
});
