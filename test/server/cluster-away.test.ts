import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectCluster, type ClusterClient } from "rostrum/restate";
import { expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";

test("a server whose Restate cluster is away can be stopped, and answers who waits", async () => {
  // Nobody listens there.
  const restate = await connectCluster("http://127.0.0.1:1");
  const { server, get, post } = called({ restate });
  const asked = post("/debates", { question: "Which?", panel: "agreeing" });
  await expect
    .poll(async () => (await get("/metrics")).text(), { interval: 20 })
    .toContain('rostrum_debates{state="running"} 1');
  await server.close();
  expect((await refusal(asked)).status).toBeGreaterThanOrEqual(400);
});

test("a server is not ready while its Restate cluster is away or unwell, and says so", async () => {
  const asked: (string | undefined)[] = [];
  let status = 200;
  const cluster = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => cluster.listen(0, "127.0.0.1", resolve));
  const { port } = cluster.address() as AddressInfo;
  const { server, get } = called({ restate: await connectCluster(`http://127.0.0.1:${port}`) });
  expect((await get("/readyz")).status).toBe(200);
  const away = { status: 503, code: "not_ready", message: expect.stringContaining("Restate") };
  status = 500;
  expect(await refusal(get("/readyz"))).toMatchObject(away);
  expect(asked).toEqual(["/restate/health", "/restate/health"]);
  cluster.closeAllConnections();
  await new Promise((resolve) => cluster.close(resolve));
  expect(await refusal(get("/readyz"))).toMatchObject(away);
  // It lives, and what is in the journal can be read.
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/debates")).status).toBe(200);
  await server.close();
});

test("a debate whose client is told that it doesn't run is cancelled on the cluster", async () => {
  const cancelled: string[] = [];
  const restate: Partial<ClusterClient> = {
    submit: async (_panel, _question, { id = "" } = {}) => id,
    attach: () => Promise.reject(new Error("no worker has this panel")),
    cancel: async (id) => void cancelled.push(id),
  };
  const { post } = called({ restate: restate as ClusterClient });
  const { status } = await post("/debates", { question: "Which?", panel: "agreeing", id: "a" });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(cancelled).toEqual(["a"]);
});

test("what can't be sent to a cluster is refused, not tried again forever", async () => {
  const restate = await connectCluster("http://127.0.0.1:1");
  const metadata: Record<string, unknown> = {};
  metadata["itself"] = metadata;
  await expect(restate.submit("agreeing", "Which?", { metadata })).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("expected plain JSON"),
  });
});
