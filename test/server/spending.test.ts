import { join } from "node:path";
import {
  createBudget,
  debate,
  limitProvider,
  memoryJournal,
  sqliteJournal,
  type ModelReply,
  type ModelRequest,
} from "rostrum";
import { hashToken, newToken, type AccessPolicy, type ServerOptions } from "rostrum/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import type { BudgetReservation } from "../../packages/core/src/protocol/budget.ts";
import { NO_SPEND } from "../../packages/core/src/protocol/spend.ts";
import { combineBudgets } from "../../packages/server/src/users/spending.ts";
import { called, refusal, type Called } from "./support/call.ts";
import { gate, says } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";

const token = newToken();
const bearer = { authorization: `Bearer ${token}` };
const tokens = (budget: { usd?: number; calls?: number }) => [
  { user: "ada", hash: hashToken(token), budget },
];
/** A dollar a call: a million tokens at a dollar a million, in and out together. */
const dear = {
  model: says("1", { usage: { inputTokens: 500_000, outputTokens: 500_000 } }),
  price: { input: 1, output: 1 },
  maxOutputTokens: 500_000,
};
type PanelConfig = ServerOptions["panels"][string];
type Spent = Record<"calls" | "tokens" | "usd", number>;
const forever = new Promise<void>(() => undefined);
/** Dollars that are too few for two replies of 800 tokens. */
const LITTLE = 2 ** -10;
const panels = { dear: { debaters: [dear, dear], rounds: 0 } };

async function ask({ post, get }: Called, question: string): Promise<Record<string, never>> {
  const response = await post("/debates", { question }, bearer);
  const { id } = (await response.json()) as { id: string };
  await (await get(`/debates/${id}/events`, bearer)).text();
  return (await (await get(`/debates/${id}`, bearer)).json()) as Record<string, never>;
}

const refuse = ({ post }: Called, question: string): ReturnType<typeof refusal> =>
  refusal(post("/debates", { question }, bearer));
const TOO_LITTLE = { status: 402, code: "budget" };

describe("a user's limit", () => {
  test("is shared by all their debates, and an answer says when it is used up", async () => {
    const server = called({ panels, auth: { tokens: tokens({ usd: 2 + LITTLE }) } });
    expect(await ask(server, "A?")).toMatchObject({ status: "completed", result: { costUsd: 2 } });
    // What is left would not pay for a round, however short its replies are.
    expect(await refuse(server, "B?")).toMatchObject(TOO_LITTLE);
    const calls = called({ panels, auth: { tokens: tokens({ calls: 2 }) } });
    expect(await ask(calls, "A?")).toMatchObject({ status: "completed" });
    expect(await refusal(calls.post("/debates", { question: "B?" }, bearer))).toMatchObject({
      status: 402,
      code: "budget",
    });
  });

  test("that running debates hold is refused with their part, and a time to try again", async () => {
    const held = gate("4");
    const member = { ...dear, model: held.model };
    const panelsOnHold = { dear: { debaters: [member, member], rounds: 0 } };
    const server = called({ panels: panelsOnHold, auth: { tokens: tokens({ usd: 1 }) } });
    const running = ask(server, "A?");
    await held.asked(2);
    const response = await server.post("/debates", { question: "B?" }, bearer);
    expect(response.status).toBe(402);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(await response.text()).toMatch(
      /\$[\d.]+ of your limit of \$1\.00 is reserved by running debates; try again when they have ended\./,
    );
    held.open();
    await running;
  });

  test("goes on with what its period has counted when the amount, the unit or whose limit it is changes; that of another period starts at 0", async () => {
    const auth = { tokens: [{ user: "ada", hash: hashToken(token) }] };
    const server = called({ panels, auth, policy: { everybody: { perMonth: { usd: 9 } } } });
    await ask(server, "A?");
    const limits = async (policy: AccessPolicy): Promise<unknown> => {
      await server.server.reload({ panels, auth, policy });
      return ((await (await server.get("/me", bearer)).json()) as { limits: unknown }).limits;
    };
    const usd = { cap: 8, spent: 2 };
    expect(await limits({ everybody: { perMonth: { usd: 8 } } })).toMatchObject([{ usd }]);
    expect(await limits({ users: { ada: { perMonth: { usd: 8 } } } })).toMatchObject([{ usd }]);
    expect(await limits({ everybody: { perMonth: { calls: 8 } } })).toMatchObject([
      { per: "month", calls: { cap: 8, spent: 2 } },
    ]);
    expect(await limits({ everybody: { perDay: { usd: 8 }, budget: { usd: 8 } } })).toMatchObject([
      { usd: { spent: 0 } },
      { per: "day", usd: { spent: 0 } },
    ]);
    expect(await limits({ everybody: { perMonth: { usd: 8 } } })).toMatchObject([{ usd }]);
  });

  test("holds beside a panel's own caps", async () => {
    const capped = {
      dear: {
        ...panels.dear,
        rounds: 3,
        revise: "everyone" as const,
        stop: "never" as const,
        budget: { calls: 4 },
      },
    };
    const journal = memoryJournal();
    const server = called({ panels: capped, journal, auth: { tokens: tokens({ usd: 100 }) } });
    expect(await ask(server, "A?")).toMatchObject({
      status: "completed",
      result: { stopReason: "budget", usage: { calls: 4 } },
    });
    const [state] = (await journal.service?.walletStates(["user:ada"])) ?? [];
    expect(state?.spent).toEqual({ usd: 4, tokens: 4_000_000, calls: 4 });
  });

  test("that is tighter than the panel's cap is the one that a warning names", async () => {
    const revised = { rounds: 1, revise: "everyone" as const, stop: "never" as const };
    const capped = { dear: { ...panels.dear, ...revised, budget: { usd: 5 } } };
    const server = called({ panels: capped, auth: { tokens: tokens({ usd: 2.2 }) } });
    const { id } = await ask(server, "A?");
    const events = await (await server.get(`/debates/${id}/events`, bearer)).text();
    expect(events).toContain('"type":"debate.budget_warning","limit":"usd","spent":2,"cap":2.2');
  });

  test("can be lowered by a request, and not raised", async () => {
    const capped = {
      dear: {
        ...panels.dear,
        rounds: 3,
        revise: "everyone" as const,
        stop: "never" as const,
        budget: { calls: 4 },
      },
    };
    const { start, finished } = called({ panels: capped });
    for (const [calls, used] of [
      [2, 2],
      [100, 4],
    ] as const) {
      const id = await start({ question: "Q?", budget: { calls } });
      expect(await finished(id)).toMatchObject({ result: { usage: { calls: used } } });
    }
  });

  test("needs known prices where it is in dollars", async () => {
    const unknown = { free: { debaters: [says("1"), says("1")] } };
    const server = called({ panels: unknown, auth: { tokens: tokens({ usd: 1 }) } });
    expect(await refusal(server.post("/debates", { question: "Q?" }, bearer))).toMatchObject({
      status: 402,
      code: "unpriced",
    });
  });
});

describe("what was spent", () => {
  test("is in the journal, so that a restart doesn't reset a limit and two servers share it", async () => {
    const path = join(ownFolder(), "runs.db");
    const auth = { tokens: tokens({ usd: 4 + LITTLE }) };
    const journals = [sqliteJournal(path), sqliteJournal(path)];
    const [one, two] = journals.map((journal) => called({ panels, auth, journal }));
    expect(await ask(one as Called, "A?")).toMatchObject({ status: "completed" });
    expect(await ask(two as Called, "B?")).toMatchObject({ status: "completed" });
    expect(await refuse(one as Called, "C?")).toMatchObject(TOO_LITTLE);
    const usage = await (await (two as Called).get("/usage", bearer)).json();
    expect(usage).toMatchObject({
      limits: [{ user: "ada", usd: { cap: 4 + LITTLE, spent: 4, reserved: 0, left: LITTLE } }],
    });
    await (one as Called).server.close();
    await (two as Called).server.close();
    for (const journal of journals) await journal.close();
    const again = sqliteJournal(path);
    const third = called({ panels, auth, journal: again });
    expect(await refuse(third, "D?")).toMatchObject(TOO_LITTLE);
    await third.server.close();
    await again.close();
  });

  test("a team's limit counts all its users together, and says so", async () => {
    const other = newToken();
    const auth = {
      tokens: [
        { user: "ada", hash: hashToken(token), team: "core" },
        { user: "bob", hash: hashToken(other), team: "core" },
      ],
    };
    const policy = { teams: { core: { budget: { usd: 2 } } } };
    const server = called({ panels, auth, policy });
    expect(await ask(server, "A?")).toMatchObject({ status: "completed" });
    const asBob = { authorization: `Bearer ${other}` };
    expect(await refusal(server.post("/debates", { question: "B?" }, asBob))).toMatchObject({
      status: 402,
      code: "budget",
      message: "your team's limit of $2.00 is used up: ask an admin to raise it",
    });
    const me = await (await server.get("/me", asBob)).json();
    expect(me).toMatchObject({ team: "core", limits: [{ team: "core", usd: { left: 0 } }] });
  });

  test("calls in flight when a server died count at their worst case", async () => {
    const path = join(ownFolder(), "runs.db");
    const { model, asked } = gate("1");
    const slow = { ...dear, model };
    const auth = { tokens: tokens({ calls: 3 }) };
    const journal = sqliteJournal(path);
    const first = called({
      panels: { slow: { debaters: [slow, slow], rounds: 0 } },
      auth,
      journal,
    });
    await first.post("/debates", { question: "A?" }, bearer);
    await asked(2);
    // What a kill leaves behind is there for another server.
    const other = sqliteJournal(path);
    const second = called({ panels, auth, journal: other });
    expect(await refusal(second.post("/debates", { question: "B?" }, bearer))).toMatchObject({
      status: 402,
      code: "budget",
    });
    expect(await other.service?.walletStates(["user:ada"])).toMatchObject([
      { reserved: { calls: 2 } },
    ]);
    // A server that ends in order gives back what it did not use, and charges what was in flight.
    await first.server.close();
    expect(await other.service?.walletStates(["user:ada"])).toMatchObject([
      { spent: { calls: 2 }, reserved: { calls: 0 } },
    ]);
    await second.server.close();
    await Promise.all([journal.close(), other.close()]);
  });
});

describe.each([
  ["memory", () => memoryJournal()],
  ["SQLite", () => sqliteJournal(join(ownFolder(), "runs.db"))],
])("after a restart, with a journal in %s", (_where, openJournal) => {
  test("what a killed server had reserved is charged even if the next one reserves nothing", async () => {
    const journal = openJournal();
    const torn = { debaters: [says("1"), says("2")], rounds: 0, onEscalate: "wait" as const };
    const options = { panels: { torn }, auth: { tokens: tokens({ calls: 9 }) }, journal };
    const spent = async () => (await journal.service?.walletStates(["user:ada"]))?.[0];
    const first = called(options);
    await first.post("/debates", { question: "Which?", id: "run" }, bearer);
    await expect.poll(async () => (await journal.list()).runs[0]?.status).toBe("waiting");
    await first.server.close();
    // As if it had been killed while it was asking.
    const wallets = [{ name: "user:ada", limits: {} }];
    const killed = { run: "run", token: "killed" };
    await journal.service?.reserve(killed, { ...NO_SPEND, calls: 3 }, wallets, true);
    const second = called(options);
    expect(await second.server.resume()).toEqual(["run"]);
    await second.server.close();
    expect(await spent()).toMatchObject({ spent: { calls: 5 }, reserved: { calls: 0 } });
    await journal.close();
  });

  test.each([2, 3, 5])("%i members that go on after a tool are charged once each", async (size) => {
    const journal = openJournal();
    const held = gate("5");
    let isRestarted = false;
    const usage = { inputTokens: 500_000, outputTokens: 500_000 };
    const toolCalls = [{ id: "1", name: "calc", input: { expression: "2+3" } }];
    const model = async (request: ModelRequest): Promise<string | ModelReply> => {
      if (!request.messages.some(({ toolResults }) => toolResults))
        return { text: "", toolCalls, usage, finishReason: "tool-calls" };
      return isRestarted ? { text: "Answer: 5", usage } : held.model(request);
    };
    const debaters = Array.from({ length: size }, () => ({ ...dear, model }));
    const options = {
      panels: { dear: { debaters, rounds: 0, answer: "number" as const, tools: { calc: true } } },
      auth: { tokens: tokens({ usd: 1000 }) },
      journal,
    };
    const spent = async () => (await journal.service?.walletStates(["user:ada"]))?.[0];
    const first = called(options);
    const { id } = (await (
      await first.post("/debates", { question: "2+3?" }, bearer)
    ).json()) as Record<"id", string>;
    await held.asked(size);
    await first.server.close();
    const before = await spent();
    isRestarted = true;
    const second = called(options);
    await second.server.resume();
    await (await second.get(`/debates/${id}/events`, bearer)).text();
    await second.server.close();
    const after = await spent();
    expect((after?.spent.calls ?? 0) - (before?.spent.calls ?? 0)).toBe(size);
    expect((after?.spent.usd ?? 0) - (before?.spent.usd ?? 0)).toBeCloseTo(size);
    expect(after?.reserved).toEqual(NO_SPEND);
    await journal.close();
  });
});

describe("a debate that is cancelled", () => {
  const { model: _model, ...billed } = dear;
  const roomy = tokens({ usd: 100 });
  /** The charge of a panel's user, whose debate is cancelled when `asked` resolves, and what was reserved then. */
  async function cancelOnce(
    panel: PanelConfig,
    asked: (countCharged: () => Promise<number>) => Promise<unknown>,
  ): Promise<{ spent: Spent; reserved: Spent }> {
    const journal = memoryJournal();
    const server = called({ panels: { panel }, auth: { tokens: roomy }, journal });
    const read = async () => (await journal.service?.walletStates(["user:ada"]))?.[0];
    const started = await server.post("/debates", { question: "Q?" }, bearer);
    const { id } = (await started.json()) as { id: string };
    await asked(async () => (await read())?.spent.calls ?? 0);
    const before = await read();
    await server.post(`/debates/${id}/cancel`, {}, bearer);
    await (await server.get(`/debates/${id}/events`, bearer)).text();
    await server.server.close();
    const after = await read();
    expect(after?.reserved).toEqual(NO_SPEND);
    return { spent: after?.spent ?? NO_SPEND, reserved: before?.reserved ?? NO_SPEND };
  }

  test("is charged the worst case of one attempt of each call in flight", async () => {
    const held = gate("1");
    const member = { ...billed, model: held.model };
    const panel = { debaters: [member, member, member], limits: { retries: 2 } };
    const { spent, reserved } = await cancelOnce(panel, () => held.asked(3));
    expect(spent.calls).toBe(3);
    expect(spent.tokens).toBeGreaterThan(3 * 500_000);
    expect(spent).toEqual(reserved);
  });

  test.each([
    ["that wait for another one to end", { limits: { concurrency: 1 } }, 1],
    ["of the judge and the report", { judge: dear, report: "memo" }, 3],
    ["that would read the results of tools", { tools: { calc: true } }, 3],
    ["of everybody else while the router is asked", { route: "confident" }, 1],
  ] as [string, object, number][])(
    "is charged nothing for calls %s, which were only reserved",
    async (_which, more, sent) => {
      const held = gate("1");
      const member = { ...billed, model: held.model };
      const panel = { debaters: [member, member, member], ...more };
      const { spent, reserved } = await cancelOnce(panel, () => held.asked(sent));
      expect(reserved.calls).toBeGreaterThan(sent);
      expect(spent.calls).toBe(sent);
      expect(spent.tokens).toBeLessThan(sent * 501_000);
    },
  );

  test("is charged nothing for calls that wait for the limits of their provider", async () => {
    const upstream = await openAiServer(() => ({ reply: "late", until: forever }));
    onTestFinished(() => upstream.close());
    const host = `compat:${new URL(upstream.url).host}`;
    limitProvider(host, { concurrency: 1 });
    onTestFinished(() => limitProvider(host, {}));
    const member = { ...billed, model: `compat:one@${upstream.url}` };
    const { spent } = await cancelOnce({ debaters: [member, member] }, () =>
      expect.poll(() => upstream.received.length).toBe(1),
    );
    expect(spent.calls).toBe(1);
    expect(spent.usd).toBeLessThan(0.51);
  });

  test("is charged nothing for a refused call that waits to be tried again", async () => {
    const headers = { "retry-after": "60" };
    const upstream = await openAiServer(() => ({ status: 429, message: "later", headers }));
    onTestFinished(() => upstream.close());
    const member = { ...billed, model: `compat:one@${upstream.url}` };
    const { spent, reserved } = await cancelOnce({ debaters: [member, member] }, (countCharged) =>
      expect.poll(countCharged).toBe(2),
    );
    expect(reserved.calls).toBe(2);
    expect(spent).toEqual({ calls: 2, tokens: 0, usd: 0 });
  });
});

test("spending that could not be stored is in the log, with the debate, the amount and the cause", async () => {
  const journal = memoryJournal();
  const settle = () => Promise.reject(new Error("no answer", { cause: new Error("disk full") }));
  Object.assign(journal.service ?? {}, { settle });
  const lines: string[] = [];
  const log = (line: string): unknown => lines.push(line);
  const server = called({ panels, journal, auth: { tokens: tokens({ usd: 20 }) }, log });
  const { id } = await ask(server, "Q?");
  const line = `debate ${id}: could not store its spending of 1 call, 1,000,000 tokens, $1.00; the reserved amount is charged instead: no answer (disk full)`;
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toEqual([line, line]);
});

test("a panel's own caps within a user's limit survive a resume, and the user's limit counts once", async () => {
  const journal = memoryJournal();
  const shared = createBudget({ calls: 100 });
  let calls = 0;
  const down = (): never => {
    calls += 1;
    throw new Error("down");
  };
  for (let life = 0; life < 4; life++) {
    const budget = combineBudgets(createBudget({ calls: 4 }), shared, false);
    const config = { debaters: [down, down], budget, journal, limits: { retries: 0 } };
    await expect(debate("Q?", config, { id: "run" })).rejects.toThrow();
  }
  expect(calls).toBe(4);
  expect(shared.spent().calls).toBe(4);
});

test("a limit that can't be reached reserves nothing of the panel's own caps", async () => {
  const shared = createBudget({ calls: 100 });
  const reserveShared = vi.fn<NonNullable<BudgetReservation["reserveShared"]>>();
  reserveShared.mockRejectedValueOnce(new Error("the journal is away")).mockResolvedValue(null);
  const away = {
    ...shared,
    open: (waited?: () => number) => ({ ...shared.open(waited), reserveShared }),
  };
  const hold = combineBudgets(createBudget({ calls: 1 }), away, false).open();
  const call = { ...NO_SPEND, calls: 1 };
  await expect(hold.reserveShared?.(call)).rejects.toThrow("the journal is away");
  expect(await hold.reserveShared?.(call)).toBeNull();
  expect(await hold.reserveShared?.(call)).toMatchObject({ limit: "calls", cap: 1 });
});
