import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { expect, onTestFinished, test } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { ownFolder, serving, type Running } from "./support/process.ts";

const token = newToken();
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

async function asked(server: Running, path: string, body?: object): Promise<Response> {
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return fetch(`${server.url}${path}`, init);
}

interface Limits {
  limits: { calls: { cap: number; spent: number; reserved: number; left: number } }[];
}

async function limit(server: Running): Promise<Limits["limits"][number]["calls"] | undefined> {
  return ((await (await asked(server, "/me")).json()) as Limits).limits[0]?.calls;
}

test("a limit survives kill -9: what was reserved counts, and the next server goes on from there", async () => {
  const folder = ownFolder();
  const tokens = join(folder, "tokens.json");
  writeFileSync(
    tokens,
    JSON.stringify([{ user: "ada", hash: hashToken(token), budget: { calls: 100 } }]),
  );
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder, "--tokens", tokens);
  expect(await limit(first)).toMatchObject({ spent: 0, left: 100 });
  await asked(first, "/debates", { question: "Which?", panel: "three", id: "long" });
  // Round 0 is paid for, and round 1 waits for its replies.
  await expect
    .poll(() => readFileSync(join(folder, "calls"), "utf8").split("\n").length)
    .toBeGreaterThan(6);
  const before = await limit(first);
  expect(before).toMatchObject({ spent: 3, reserved: 3, left: 94 });
  await first.end("SIGKILL");

  rmSync(join(folder, "hold"));
  const second = await serving(folder, "--tokens", tokens);
  await (await asked(second, "/debates/long/events")).text();
  // Nine calls that were counted, and the three that were in flight, at their worst case.
  expect(await limit(second)).toEqual({ cap: 100, spent: 9 + 3, reserved: 0, left: 88 });
  expect(await second.end("SIGTERM")).toBe(0);
  const journal = sqliteJournal(join(folder, "rostrum.db"));
  const acts = (await journal.service?.listActs({ act: "ask" }))?.acts;
  expect(acts).toMatchObject([{ user: "ada", debate: "long", outcome: "done" }]);
  await journal.close();
});

test("after kill -9, usage and metrics count what is known, and the same calls as unknown", async () => {
  const folder = ownFolder();
  const release = Promise.withResolvers<void>();
  let isHeld = true;
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  const provider = await openAiServer(() => ({
    reply: "Answer: Paris",
    usage,
    ...(isHeld ? { until: release.promise } : {}),
  }));
  onTestFinished(() => provider.close());
  const config = join(folder, "panels.json");
  const member = { model: `compat:tiny@${provider.url}`, price: { input: 1, output: 10 } };
  const main = { debaters: [member, member, member], rounds: 0, limits: { retries: 0 } };
  writeFileSync(config, JSON.stringify({ panels: { main } }));
  const first = await serving(folder, "--config", config);
  await asked(first, "/debates", { question: "Capital?", id: "killed" });
  await expect.poll(() => provider.received.length).toBe(3);
  await first.end("SIGKILL");
  isHeld = false;
  release.resolve();

  const second = await serving(folder, "--config", config);
  await (await asked(second, "/debates/killed/events")).text();
  // A reply costs 1,000 and 1,000 millionths of a dollar. Three more calls were in flight and may be billed.
  const known = { calls: 6, unknownCalls: 3, costUsd: expect.closeTo(0.006, 9) as number };
  const { total } = (await (await asked(second, "/usage")).json()) as { total: object };
  expect(total).toMatchObject(known);
  const { runs } = (await (await asked(second, "/debates")).json()) as { runs: object[] };
  expect(runs).toMatchObject([{ costUsd: null, atLeastUsd: known.costUsd }]);
  const metrics = await (await asked(second, "/metrics")).text();
  expect(metrics).toContain('rostrum_calls_unknown_cost_total{model="compat:tiny"} 3');
  expect(metrics).toMatch(/rostrum_cost_dollars_total\{model="compat:tiny"\} 0\.006/);
});
