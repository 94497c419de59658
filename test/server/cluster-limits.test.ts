import {
  Debate,
  memoryJournal,
  type DebateConfig,
  type DebateResult,
  type RunStore,
} from "rostrum";
import type { Amount } from "rostrum/journal";
import type { ClusterClient } from "rostrum/restate";
import { hashToken, newToken, type ServerOptions } from "rostrum/server";
import { expect, test } from "vitest";
import { called, type Called } from "./support/call.ts";
import { gate, type Gate } from "./support/models.ts";

const token = newToken();

/** A cluster in this process, and servers that let it run their debates. */
interface ClusterScene {
  held: Gate;
  journal: RunStore;
  results: ReadonlyMap<string, Promise<DebateResult<unknown>>>;
  /** What the debate costs at most. */
  worstCaseUsd: number;
  connect(budget: Partial<Amount>, limits?: ServerOptions["limits"]): Called;
  readWallet(): Promise<unknown>;
}

async function startCluster(): Promise<ClusterScene> {
  const held = gate("4");
  const member = { model: held.model, price: { input: 1, output: 10 }, maxOutputTokens: 1000 };
  const config: DebateConfig = { debaters: [member, member], rounds: 0 };
  const journal = memoryJournal();
  const results = new Map<string, Promise<DebateResult<unknown>>>();
  const endings = new Map<string, AbortController>();
  const cluster: Partial<ClusterClient> = {
    async submit(_panel, question, { id = "", metadata = {}, userId = "" } = {}) {
      if (results.has(id)) return id;
      const ending = new AbortController();
      endings.set(id, ending);
      const debate = new Debate({ ...config, journal });
      const result = debate.run(question, { id, metadata, userId, signal: ending.signal });
      result.catch(() => undefined);
      results.set(id, result);
      return id;
    },
    attach: async (id) => results.get(id) ?? Promise.reject(new Error("unknown debate")),
    cancel: async (id) => endings.get(id)?.abort(new Error("the debate was cancelled")),
  };
  return {
    held,
    journal,
    results,
    worstCaseUsd: (await new Debate(config).plan("2+2?")).usd.max ?? 0,
    connect(budget, limits) {
      const auth = { tokens: [{ user: "ada", hash: hashToken(token), budget }] };
      const restate = cluster as ClusterClient;
      const options = { panels: { main: config }, journal, auth, restate };
      return called(limits ? { ...options, limits } : options);
    },
    readWallet: async () => (await journal.service?.walletStates(["user:ada"]))?.[0],
  };
}

const CHAT = { model: "main", messages: [{ role: "user", content: "2+2?" }], stream: true };

test("clients that come back for a debate on a cluster, at any server, reserve nothing more of a limit", async () => {
  const { held, results, worstCaseUsd, connect, readWallet } = await startCluster();
  const ask = async (): Promise<Response> => {
    // Enough for the debate, but not for twice as much.
    const { post } = connect({ usd: 1.5 * worstCaseUsd });
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": "again" };
    return post("/v1/chat/completions", CHAT, headers);
  };
  const answers = [await ask()];
  const first = await readWallet();
  expect(first).toMatchObject({ reserved: { usd: expect.closeTo(worstCaseUsd) } });
  answers.push(await ask());
  // Two more servers, at the same moment.
  answers.push(...(await Promise.all([ask(), ask()])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await readWallet()).toEqual(first);

  held.open();
  for (const answer of answers) expect(await answer.text()).toContain("4");
  const [{ costUsd }] = (await Promise.all(results.values())) as [DebateResult];
  await expect
    .poll(readWallet)
    .toMatchObject({ spent: { calls: 2, usd: costUsd }, reserved: { usd: 0 } });
});

test("a debate that only running ones leave no room for is refused with their part, and when to try again", async () => {
  const { held, results, connect } = await startCluster();
  const { post } = connect({ calls: 2 });
  const ask = (): Promise<Response> =>
    post("/debates", { question: "2+2?" }, { authorization: `Bearer ${token}` });
  expect((await ask()).status).toBe(201);
  const refused = await ask();
  expect(refused.status).toBe(402);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await refused.text()).toContain(
    "2 calls of your limit of 2 calls is reserved by running debates; try again when they have ended",
  );
  held.open();
  await Promise.all(results.values());
});

test("a debate on a cluster that was stopped because its client had left is charged once, also if the client comes back", async () => {
  const { held, results, worstCaseUsd, connect, readWallet } = await startCluster();
  const { server } = connect({ usd: 10 * worstCaseUsd }, { leaveMs: 0 });
  const ask = async (signal?: AbortSignal): Promise<Response> =>
    server.app.request("http://127.0.0.1/v1/chat/completions", {
      method: "POST",
      body: JSON.stringify(CHAT),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(signal ? { signal } : {}),
    });
  const leaving = new AbortController();
  await ask(leaving.signal);
  await held.asked(2);
  leaving.abort();
  expect(await Promise.allSettled(results.values())).toMatchObject([{ status: "rejected" }]);
  // Charges what has ended.
  await server.resume();
  const charged = await readWallet();
  expect(charged).toMatchObject({ spent: { calls: 2 }, reserved: { calls: 0 } });
  const again = await ask();
  expect(await again.text()).toContain('"code":"aborted"');
  await server.close();
  expect(await readWallet()).toEqual(charged);
});
