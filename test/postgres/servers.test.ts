import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { DebateEvent } from "rostrum";
import { sseOf } from "../server/support/sse.ts";
import { provider, type Provider } from "../restate/support.ts";
import { failover, order, serverOn, watched, type ServerProcess } from "./support/failover.ts";
import { DATABASE, newDatabase } from "./support/journals.ts";

const LEASE_MS = 4000;

describe.skipIf(DATABASE === "")("two servers on one database", () => {
  let paying: Provider;
  let database: string;

  beforeEach(async () => {
    paying = await provider(150);
    database = await newDatabase();
  });

  afterEach(() => {
    paying.server.close();
    paying.server.closeAllConnections();
  });

  async function two(): Promise<[ServerProcess, ServerProcess]> {
    const env = { DATABASE: database, PROVIDER: paying.url, LEASE_MS: String(LEASE_MS) };
    const servers = await Promise.all([serverOn(env), serverOn(env)]);
    onTestFinished(() => servers.forEach(({ child }) => child.kill("SIGKILL")));
    return servers;
  }

  async function post({ url }: ServerProcess, path: string, body: object = {}): Promise<Response> {
    return fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async function record({ url }: ServerProcess, id: string): Promise<Record<string, unknown>> {
    return (await (await fetch(`${url}/debates/${id}`)).json()) as Record<string, unknown>;
  }

  test("one is killed -9: the other goes on, its watchers miss nothing, no journaled call is paid again", async () => {
    const debates = 20;
    const { seen, ms, journaled, paidTwice, paid } = await failover({
      debates,
      database,
      leaseMs: LEASE_MS,
      provider: paying,
      killAfter: debates * 4,
    });
    for (const events of seen) {
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
      expect(events.at(-1)?.type).toBe("debate.completed");
    }
    expect(journaled.length).toBeGreaterThan(0);
    const again = new Set(paidTwice);
    expect(journaled.filter((step) => again.has(step))).toEqual([]);
    expect(paid - again.size).toBe(debates * 9);
    console.log(
      `${debates} debates finished ${(ms / 1000).toFixed(1)} s after the kill (lease ${LEASE_MS / 1000} s); ` +
        `${journaled.length} replies were journaled, ${again.size} calls in flight were made again`,
    );
  });

  test("a panel that is saved on one can be asked on the other at once, and outlives both", async () => {
    const [first, second] = await two();
    const mine = { name: "mine", debaters: ["embedded/xs-2", "embedded/xs-2"], rounds: 0 };
    const names = async ({ url }: ServerProcess): Promise<string[]> => {
      const { panels } = (await (await fetch(`${url}/panels`)).json()) as {
        panels: { name: string }[];
      };
      return panels.map(({ name }) => name);
    };
    expect((await post(first, "/panels", mine)).status).toBe(200);
    expect(await names(second)).toContain("mine");
    const ask = { question: "What is 3 + 4?", panel: "mine", id: "asked" };
    expect((await order(second, ask)).status).toBe(201);
    await watched(first, "asked");
    expect(await record(first, "asked")).toMatchObject({ status: "completed" });
    // Both save at once: none is lost.
    const saves = Array.from({ length: 10 }, (_, at) =>
      post(at % 2 ? first : second, "/panels", mine),
    );
    const versions = await Promise.all(
      saves.map(async (saved) => ((await (await saved).json()) as { version: number }).version),
    );
    expect(versions.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    first.child.kill("SIGKILL");
    const [third] = await two();
    expect(await names(third)).toContain("mine");
    const gone = await fetch(`${third.url}/panels/mine`, { method: "DELETE" });
    expect(gone.status).toBe(204);
    const refused = await order(second, { ...ask, id: "later" });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("unknown_panel"),
    ]);
  });

  test("each shows, streams and cancels what the other holds, texts in flight included", async () => {
    const [first, second] = await two();
    // It can't end before it is cancelled.
    paying.hold(/_round_1$/);
    expect((await order(first, { question: "Q?", panel: "three", id: "run" })).status).toBe(201);
    const seen: DebateEvent[] = [];
    for await (const { data } of sseOf(await fetch(`${second.url}/debates/run/events`))) {
      const event = JSON.parse(data) as DebateEvent;
      seen.push(event);
      if (event.type === "debate.delta" && event.round > 0) break;
    }
    expect(seen[0]).toMatchObject({ type: "debate.started", seq: 0 });
    expect(await record(second, "run")).toMatchObject({ status: "running" });
    const cancelled = await post(second, "/debates/run/cancel");
    expect(cancelled.status).toBe(200);
    expect(await cancelled.json()).toMatchObject({ status: "failed", error: { code: "aborted" } });
    expect(await record(first, "run")).toMatchObject({ status: "failed" });
    expect((await watched(first, "run")).at(-1)).toMatchObject({
      type: "debate.failed",
      error: { code: "aborted" },
    });
  });

  test("a debate that waits for a person is reviewed through either", async () => {
    const [first, second] = await two();
    await order(first, { question: "Q?", panel: "torn", id: "torn" });
    for await (const { event } of sseOf(await fetch(`${second.url}/debates/torn/events`))) {
      if (event === "debate.escalated") break;
    }
    const bad = await post(second, "/debates/torn/review", { verdict: "correct" });
    expect(bad.status).toBe(400);
    const review = await post(second, "/debates/torn/review", { verdict: "correct", answer: "2" });
    expect(review.status).toBe(200);
    expect((await watched(second, "torn")).at(-1)).toMatchObject({ type: "debate.completed" });
    expect(await record(first, "torn")).toMatchObject({
      status: "completed",
      result: { answer: "2" },
    });
    expect(
      await (await post(second, "/debates/torn/review", { verdict: "confirm" })).json(),
    ).toMatchObject({ error: { code: "not_waiting" } });
  });

  test("the same order at both is one debate, and both can wait for it", async () => {
    const servers = await two();
    const body = { question: "Q?", panel: "three" };
    const orders = await Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/debates`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": "one" },
          body: JSON.stringify(body),
        }),
      ),
    );
    expect(orders.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 201]);
    const [{ id }] = (await Promise.all(orders.map((each) => each.json()))) as [{ id: string }];
    const [one, other] = await Promise.all(servers.map((server) => watched(server, id)));
    expect(one).toEqual(other);
    expect([...paying.paid.values()].reduce((sum, times) => sum + times, 0)).toBe(9);

    const chats = await Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": "chat" },
          body: JSON.stringify({ model: "three", messages: [{ role: "user", content: "Q?" }] }),
        }),
      ),
    );
    expect(chats.map(({ status }) => status)).toEqual([200, 200]);
    const [a, b] = (await Promise.all(chats.map((each) => each.json()))) as { choices: unknown }[];
    expect(a?.choices).toEqual(b?.choices);
    expect([...paying.paid.values()].every((times) => times === 1)).toBe(true);
  });

  test("one that is asked to stop leaves its debates to the other at once", async () => {
    const [first, second] = await two();
    await order(first, { question: "Q?", panel: "three", id: "run" });
    const watching = watched(second, "run");
    first.child.kill("SIGTERM");
    const events = await watching;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)?.type).toBe("debate.completed");
  });
});
