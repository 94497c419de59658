import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectCluster } from "rostrum/restate";
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
