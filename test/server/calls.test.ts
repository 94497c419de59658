import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryJournal, sqliteJournal, type ModelFunction, type RunStore } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { pdf } from "../support/files.ts";
import { called, type Called } from "./support/call.ts";
import { gate, says } from "./support/models.ts";

interface Call {
  step: string;
  role: string;
  member: string | null;
  round: number | null;
  model: string | null;
  startedAt: number | null;
  durationMs: number | null;
  attempts: number;
  usage: { inputTokens?: number };
  costUsd: number | null;
  error?: string;
  prompt?: { system: string; messages: { role: string; content: string; files?: object[] }[] };
  reply?: string;
}

async function listCalls(
  server: Called,
  id: string,
  headers: Record<string, string> = {},
): Promise<Call[]> {
  const response = await server.get(`/debates/${id}/calls`, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as { calls: Call[] }).calls;
}

function onDisk(options = {}): RunStore {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-calls-"));
  const journal = sqliteJournal(join(folder, "runs.db"), options);
  onTestFinished(async () => {
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  return journal;
}

describe.each([
  ["in memory", memoryJournal],
  ["on disk", onDisk],
])("the calls of a debate %s", (_place, open) => {
  test("say what each model was sent and what came back", async () => {
    const sentTo: Record<string, string> = {};
    const listening =
      (answer: string): ModelFunction =>
      (request) => {
        const step = request.stepId.slice(request.stepId.lastIndexOf("__") + 2);
        sentTo[step] = JSON.stringify([
          request.system,
          ...request.messages.map(({ content }) => content),
        ]);
        return says(answer)(request);
      };
    const panel = {
      debaters: [
        { name: "ada", model: listening("1") },
        { name: "bob", model: listening("2") },
      ],
      judge: { name: "judy", model: listening("2") },
      rounds: 1,
    };
    const server = called({ panels: { panel }, journal: open() });
    const id = await server.start({ question: "One or two? \u0000 🗼", panel: "panel" });
    await server.finished(id);
    const calls = await listCalls(server, id);
    expect(calls.map(({ role, member, round }) => [role, member, round])).toEqual(
      expect.arrayContaining([
        ["debater", "ada", 0],
        ["debater", "bob", 0],
        ["debater", "ada", 1],
        ["debater", "bob", 1],
        ["judge", "judy", null],
      ]),
    );
    expect(calls).toHaveLength(Object.keys(sentTo).length);
    for (const call of calls) {
      const { system = "", messages = [] } = call.prompt ?? {};
      expect(JSON.stringify([system, ...messages.map(({ content }) => content)])).toBe(
        sentTo[call.step],
      );
      expect(call).toMatchObject({ attempts: 1, usage: { inputTokens: 10 }, costUsd: null });
      expect(call.reply).toContain("I thought about it.");
      expect(call.durationMs).toBeGreaterThanOrEqual(0);
    }
    const times = calls.map(({ startedAt }) => startedAt ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(1e12);
  });

  test("are listed while they run, and when they fail", async () => {
    const waiting = gate("42");
    const down: ModelFunction = () => {
      throw new Error("connect ECONNREFUSED 10.1.2.3:8000, key sk-abcdefghijkl");
    };
    const panel = { debaters: [waiting.model, down, waiting.model], limits: { retries: 0 } };
    const server = called({ panels: { panel }, journal: open() });
    const id = await server.start({ question: "Q?", panel: "panel" });
    await waiting.asked(2);
    await expect
      .poll(async () => (await listCalls(server, id)).filter(({ error }) => error !== undefined))
      .toHaveLength(1);
    const calls = await listCalls(server, id);
    expect(calls).toHaveLength(3);
    const running = calls.find(({ step }) => step === "debater_0_round_0");
    expect(running).toMatchObject({ durationMs: null, costUsd: null, attempts: 0 });
    expect(running?.prompt?.messages.at(-1)?.content).toContain("Q?");
    expect(running).not.toHaveProperty("reply");
    const { error } = calls.find(({ step }) => step === "debater_1_round_0") ?? {};
    expect(error).toContain("ECONNREFUSED");
    expect(error).not.toMatch(/10\.1|sk-abc/);
    waiting.open();
    await server.finished(id);
    expect((await listCalls(server, id))[0]?.reply).toContain("42");
  });

  test("show texts to those who may read prompts, and the rest to all who see the debate", async () => {
    const users = [
      { user: "owner", role: "asker" as const },
      { user: "colleague", role: "asker" as const },
      { user: "reader", role: "viewer" as const },
      { user: "reviewer", role: "reviewer" as const },
      { user: "stranger", role: "reviewer" as const, sees: "own" as const },
      { user: "root", role: "admin" as const, sees: "own" as const },
    ].map((entry) => ({ ...entry, token: newToken() }));
    const server = called({
      panels: { panel: { debaters: [says("42"), says("42")] } },
      journal: open(),
      policy: { sees: "all" },
      auth: { tokens: users.map(({ token, ...entry }) => ({ ...entry, hash: hashToken(token) })) },
    });
    const as = (name: string): Record<string, string> => ({
      authorization: `Bearer ${users.find(({ user }) => user === name)?.token}`,
    });
    const response = await server.post("/debates", { question: "Q?" }, as("owner"));
    const { id } = (await response.json()) as { id: string };
    await (await server.get(`/debates/${id}/events`, as("owner"))).text();
    const seesTexts: string[] = [];
    for (const name of ["owner", "colleague", "reader", "reviewer", "root"]) {
      const calls = await listCalls(server, id, as(name));
      expect(calls).toHaveLength(2);
      if (calls.every(({ prompt, reply }) => prompt && reply !== undefined)) seesTexts.push(name);
      else for (const call of calls) expect(Object.keys(call)).not.toContain("reply");
    }
    expect(seesTexts).toEqual(["owner", "reviewer", "root"]);
    expect((await server.get(`/debates/${id}/calls`, as("stranger"))).status).toBe(404);
    expect((await server.get("/debates/none/calls", as("root"))).status).toBe(404);
    expect((await server.get(`/debates/${id}/calls`)).status).toBe(401);
  });
});

test("the bytes of a file are in no prompt of the list", async () => {
  const debater = { model: says("yes"), takes: ["pdf" as const] };
  const server = called({ panels: { p: { debaters: [debater, debater] } }, journal: onDisk() });
  const data = Buffer.from(pdf(1)).toString("base64");
  const context = [{ document: "contract.pdf", data }];
  const response = await server.post("/debates", { question: "Valid?", context });
  const { id } = (await response.json()) as { id: string };
  await server.finished(id);
  const text = await (await server.get(`/debates/${id}/calls`)).text();
  expect(text).toContain("contract.pdf");
  expect(text).not.toContain(data);
});

test("a redacted journal stores no prompt and no reply", async () => {
  const server = called({ journal: onDisk({ redact: true }) });
  const id = await server.start({ question: "A secret question?" });
  await server.finished(id);
  const calls = await listCalls(server, id);
  expect(calls).toHaveLength(3);
  expect(JSON.stringify(calls)).not.toMatch(/secret|thought/);
});

test("a journal that stores no prompts still lists what was paid for", async () => {
  const { sentCalls: _sentCalls, ...journal } = memoryJournal();
  const server = called({ journal });
  const id = await server.start({ question: "Q?" });
  await server.finished(id);
  expect(await listCalls(server, id)).toMatchObject([
    { member: "debater_0", startedAt: null, durationMs: null, usage: { inputTokens: 10 } },
    {},
    {},
  ]);
});
