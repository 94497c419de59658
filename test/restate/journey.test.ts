import { once } from "node:events";
import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { connectCluster } from "../../packages/server/src/restate/index.ts";
import { onCluster } from "./on-cluster.ts";
import {
  balancer,
  installServer,
  provider,
  register,
  restateServer,
  startWorker,
  type Provider,
  type RestateServer,
  type WorkerProcess,
} from "./support.ts";

const installed = await installServer();
if (!installed) console.log("skipped: the Restate server is not available here");

const DEBATES = 12;
const CALLS = 9;

describe.skipIf(!installed)("debates on a Restate cluster", () => {
  let server: RestateServer;
  let paying: Provider;
  let workers: WorkerProcess[];
  let door: Awaited<ReturnType<typeof balancer>>;

  async function open(): Promise<void> {
    server = await restateServer();
    paying = await provider(150);
    await server.start();
    const env = { INGRESS: server.ingress, PROVIDER: paying.url };
    workers = await Promise.all([startWorker(env), startWorker(env)]);
    door = await balancer(workers);
    await register(server.admin, door.url);
  }

  async function close(): Promise<void> {
    for (const { child } of workers ?? []) child.kill("SIGKILL");
    door?.server.close();
    paying?.server.close();
    paying?.server.closeAllConnections();
    await server?.end();
  }
  onCluster(open, close);

  async function submitAll(prefix: string): Promise<string[]> {
    const client = await connectCluster(server.ingress);
    return Promise.all(
      Array.from({ length: DEBATES }, (_, at) =>
        client.submit("three", `Question ${at}?`, { id: `${prefix}-${at}` }),
      ),
    );
  }

  /** Resolves when so many calls of these debates have been paid for. */
  async function paidCalls(prefix: string, count: number): Promise<void> {
    while (callsOf(prefix) < count) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  function callsOf(prefix: string): number {
    return [...paying.paid].reduce(
      (sum, [step, times]) => (step.startsWith(prefix) ? sum + times : sum),
      0,
    );
  }

  test("one debate: submit, watch, attach, status", async () => {
    const client = await connectCluster(server.ingress);
    const id = await client.submit("three", "Is it so?");
    const types: string[] = [];
    let next = 0;
    for await (const event of client.events(id)) {
      expect(event.seq).toBe(next++);
      types.push(event.type);
    }
    expect(types[0]).toBe("debate.started");
    expect(types.at(-1)).toBe("debate.completed");
    const result = await client.attach(id);
    expect(result.usage.calls).toBe(CALLS);
    expect((await client.status(id)).result.answer).toBe(result.answer);
    // The same id again is the same debate: nothing is called.
    await client.submit("three", "Is it so?", { id });
    expect(await client.attach(id)).toEqual(result);
    expect(callsOf(id)).toBe(CALLS);
  });

  test("a cancelled debate ends, and an unknown panel is an error of its own", async () => {
    const client = await connectCluster(server.ingress);
    const id = await client.submit("three", "Is it so?", { id: "cancelled" });
    await paidCalls("cancelled", 1);
    await client.cancel(id);
    await expect(client.attach(id)).rejects.toMatchObject({ name: "AbortError" });
    const lost = await client.submit("nobody", "Is it so?");
    await expect(client.attach(lost)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining("three"),
    });
  });

  test("a worker killed -9 midway: all finish, and no journaled call is paid again", async () => {
    const ids = await submitAll("worker");
    await paidCalls("worker", 40);
    const killed = performance.now();
    const dead = workers[0]?.child;
    dead?.kill("SIGKILL");
    if (dead) await once(dead, "exit");
    // What it had sent before it died may reach the provider only now.
    await tick();
    const before = new Map(paying.paid);
    const client = await connectCluster(server.ingress);
    const results = await Promise.all(ids.map((id) => client.attach(id)));
    const seconds = (performance.now() - killed) / 1000;
    for (const result of results) expect(result.rounds).toHaveLength(3);
    const again = [...paying.paid].filter(
      ([step, times]) => step.startsWith("worker") && times > 1,
    );
    // Whatever is paid twice was in flight when the worker died.
    expect(again.every(([step]) => before.has(step))).toBe(true);
    expect(callsOf("worker") - again.length).toBe(DEBATES * CALLS);
    console.log(
      `all ${DEBATES} finished ${seconds.toFixed(1)} s after the kill; ${again.length} calls in flight were made again`,
    );
    workers[0] = await startWorker({ INGRESS: server.ingress, PROVIDER: paying.url });
  });

  test("the server killed and restarted midway: all finish", async () => {
    const ids = await submitAll("server");
    await paidCalls("server", 40);
    await server.kill();
    await server.start();
    const client = await connectCluster(server.ingress);
    const results = await Promise.all(ids.map((id) => client.attach(id)));
    for (const result of results) expect(result.usage.calls).toBe(CALLS);
    const again = [...paying.paid].filter(
      ([step, times]) => step.startsWith("server") && times > 1,
    );
    console.log(`server restarted: ${again.length} of ${DEBATES * CALLS} calls were made again`);
  });

  test("a fallback answers where the model fails, and a reply that was cut off gets more room", async () => {
    const client = await connectCluster(server.ingress);
    const [frail, short] = await Promise.all(
      ["frail", "short"].map(async (panel) =>
        client.attach(await client.submit(panel, "Is it so?", { id: panel })),
      ),
    );
    expect(frail).toMatchObject({ answer: "saved", usage: { calls: 4 } });
    expect(short).toMatchObject({ answer: "whole", integrity: { truncated: 0 } });
  });

  test("a provider's limit holds over all workers", async () => {
    for (const [at, { child }] of workers.entries()) {
      child.kill("SIGKILL");
      workers[at] = await startWorker({
        INGRESS: server.ingress,
        PROVIDER: paying.url,
        LIMIT: "6",
      });
    }
    paying.mostSince();
    const ids = await submitAll("limited");
    const client = await connectCluster(server.ingress);
    await Promise.all(ids.map((id) => client.attach(id)));
    expect(callsOf("limited")).toBe(DEBATES * CALLS);
    expect(paying.mostSince()).toBeLessThanOrEqual(6);
  });
});
