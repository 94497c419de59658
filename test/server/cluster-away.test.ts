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
