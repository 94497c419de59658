import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBudget, debate, memoryJournal } from "rostrum";
import { fileLedger, hashToken, memoryLedger, newToken } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { bothBudgets } from "../../packages/rostrum/src/server/users/user-budget.ts";
import { called, refusal, type Called } from "./support/call.ts";
import { gate, says } from "./support/models.ts";

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
const panels = { dear: { debaters: [dear, dear], rounds: 0 } };

async function ask({ post, get }: Called, question: string): Promise<Record<string, never>> {
  const response = await post("/debates", { question }, bearer);
  const { id } = (await response.json()) as { id: string };
  await (await get(`/debates/${id}/events`, bearer)).text();
  return (await (await get(`/debates/${id}`, bearer)).json()) as Record<string, never>;
}

describe("a user's limit", () => {
  test("is shared by all their debates, and an answer says when it is used up", async () => {
    const server = called({ panels, auth: { tokens: tokens({ usd: 2.5 }) } });
    expect(await ask(server, "A?")).toMatchObject({ status: "completed", result: { costUsd: 2 } });
    // What is left would not pay for the whole of a round.
    expect(await ask(server, "B?")).toMatchObject({ status: "failed", error: { code: "budget" } });
    const calls = called({ panels, auth: { tokens: tokens({ calls: 2 }) } });
    expect(await ask(calls, "A?")).toMatchObject({ status: "completed" });
    expect(await refusal(calls.post("/debates", { question: "B?" }, bearer))).toMatchObject({
      status: 402,
      code: "budget",
    });
  });

  test("holds beside a panel's own caps", async () => {
    const capped = {
      dear: { ...panels.dear, rounds: 3, stop: "never" as const, budget: { calls: 4 } },
    };
    const ledger = memoryLedger();
    const server = called({ panels: capped, ledger, auth: { tokens: tokens({ usd: 100 }) } });
    expect(await ask(server, "A?")).toMatchObject({
      status: "completed",
      result: { stopReason: "budget", usage: { calls: 4 } },
    });
    expect(ledger.spentBy("ada")).toEqual({ usd: 4, tokens: 4_000_000, calls: 4 });
  });

  test("can be lowered by a request, and not raised", async () => {
    const capped = {
      dear: { ...panels.dear, rounds: 3, stop: "never" as const, budget: { calls: 4 } },
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
      status: 400,
      field: "budget.usd",
    });
  });
});

describe("the ledger", () => {
  test("keeps what was spent across restarts, and nobody else reads it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-ledger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "spending.json");
    const first = fileLedger(path);
    const auth = { tokens: tokens({ usd: 3 }) };
    const server = called({ panels, auth, ledger: first });
    expect(await ask(server, "A?")).toMatchObject({ status: "completed" });
    await server.server.close();
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      version: 1,
      users: { ada: { usd: 2, tokens: 2_000_000, calls: 2 } },
    });
    expect(statSync(path).mode & 0o077).toBe(0);
    const again = called({ panels, auth, ledger: fileLedger(path) });
    expect(await ask(again, "B?")).toMatchObject({ status: "failed", error: { code: "budget" } });
  });

  test("F11: counts calls that were under way when a server died, at their worst case", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-ledger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "spending.json");
    const { model, asked } = gate("1");
    const slow = { ...dear, model };
    const auth = { tokens: tokens({ calls: 3 }) };
    const ledger = fileLedger(path);
    const first = called({ panels: { slow: { debaters: [slow, slow], rounds: 0 } }, auth, ledger });
    await first.post("/debates", { question: "A?" }, bearer);
    await asked(2);
    await ledger.written();
    // What a kill leaves behind.
    const left = join(folder, "left.json");
    copyFileSync(path, left);
    expect(fileLedger(left).spentBy("ada").calls).toBe(2);
    const second = called({ panels, auth, ledger: fileLedger(left) });
    expect(await ask(second, "B?")).toMatchObject({ status: "failed", error: { code: "budget" } });
    await first.server.close();
    expect(JSON.parse(readFileSync(path, "utf8"))).not.toHaveProperty("underWay");
  });

  test("refuses a file that is something else", () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-ledger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "spending.json");
    writeFileSync(path, "hello");
    expect(() => fileLedger(path)).toThrow(/expected a ledger/);
  });
});

test("F11: a panel's own caps within a user's limit survive a resume, and the user's limit counts once", async () => {
  const journal = memoryJournal();
  const shared = createBudget({ calls: 100 });
  let calls = 0;
  const down = (): never => {
    calls += 1;
    throw new Error("down");
  };
  for (let life = 0; life < 4; life++) {
    const budget = bothBudgets(createBudget({ calls: 4 }), shared, false);
    const config = { debaters: [down, down], budget, journal, limits: { retries: 0 } };
    await expect(debate("Q?", config, { id: "run" })).rejects.toThrow();
  }
  expect(calls).toBe(4);
  expect(shared.spent().calls).toBe(4);
});
