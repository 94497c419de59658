import { memoryJournal, type DebateConfig } from "rostrum";
import { createServer } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { called, refusal, split } from "./support/call.ts";
import { gate, says } from "./support/models.ts";

type Json = Record<string, Record<string, unknown>>;

describe("the same order twice is one debate", () => {
  test("under one key, also at the same moment", async () => {
    const { model, requests, asked, open } = gate("42");
    const { post } = called({ panels: { slow: { debaters: [model, model] } } });
    const order = { question: "What is 6*7?" };
    const key = { "idempotency-key": "order-1" };
    const both = await Promise.all([post("/debates", order, key), post("/debates", order, key)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 201]);
    const ids = await Promise.all(
      both.map(async (each) => ((await each.json()) as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
    await asked(2);
    open();
    expect(requests.length).toBe(2);
    expect(await refusal(post("/debates", { question: "Another?" }, key))).toMatchObject({
      status: 409,
      code: "conflict",
      message:
        'the Idempotency-Key "order-1" belongs to another request: use a new key for a new request',
    });
  });

  test("under one id, also after its end", async () => {
    const { post, start, finished } = called();
    const order = { question: "What is 6*7?", panel: "agreeing", id: "mine" };
    await start(order);
    await finished("mine");
    const again = await post("/debates", order);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ id: "mine" });
    expect(await refusal(post("/debates", { ...order, rounds: 1 }))).toMatchObject({ status: 409 });
  });
});

describe("cancel", () => {
  test("ends a running debate; what it has is kept", async () => {
    const { model, asked } = gate("42");
    const { start, post, get } = called({ panels: { slow: { debaters: [model, says("1")] } } });
    const id = await start({ question: "Q?" });
    await asked(1);
    const cancelled = (await (await post(`/debates/${id}/cancel`)).json()) as Json;
    expect(cancelled).toMatchObject({ status: "failed", error: { code: "aborted" } });
    const kept = (await (await get(`/debates/${id}`)).json()) as Json;
    expect(kept).toMatchObject({ status: "failed", error: { code: "aborted" } });
    expect(await refusal(post(`/debates/${id}/cancel`))).toMatchObject({
      status: 409,
      code: "not_running",
    });
  });

  test("settles a debate that a dead server left behind", async () => {
    const journal = memoryJournal();
    const { model, asked } = gate("42");
    const first = createServer({ panels: { slow: { debaters: [model, model] } }, journal });
    const response = await first.app.request("http://localhost/debates", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Q?", id: "left" }),
    });
    expect(response.status).toBe(201);
    await asked(2);
    await first.close();
    // Another panel now: it can't be taken up, and doesn't run for ever either.
    const { post, server } = called({
      journal,
      panels: { other: { debaters: [says("1"), says("1")] } },
    });
    expect(await server.resume()).toEqual([]);
    expect(await (await post("/debates/left/cancel")).json()).toMatchObject({ status: "failed" });
  });
});

describe("fork", () => {
  const panels = (models: DebateConfig["debaters"]): Record<string, DebateConfig> => ({
    split: { ...split, debaters: models },
  });

  test("goes on from a round without paying for those before it", async () => {
    let calls = 0;
    const counted = (answer: string) => (): string => {
      calls += 1;
      return `Answer: ${answer}`;
    };
    const { start, finished, post } = called({
      panels: panels([counted("1"), counted("2"), counted("3")]),
    });
    const id = await start({ question: "Q?" });
    await finished(id);
    expect(calls).toBe(6);
    const response = await post(`/debates/${id}/fork`, { fromRound: 1, rounds: 2, seed: 5 });
    expect(response.status).toBe(201);
    const fork = ((await response.json()) as { id: string }).id;
    const record = (await finished(fork)) as Json;
    expect(record).toMatchObject({
      status: "completed",
      started: { question: "Q?", rounds: 2, forkedFrom: { id, fromRound: 1 } },
    });
    expect(record["result"]?.["rounds"]).toHaveLength(3);
    expect(calls).toBe(12);
  });

  test("from round 0 holds the whole debate anew, as in the library", async () => {
    let calls = 0;
    const model = (): string => {
      calls += 1;
      return "Answer: 1";
    };
    const { start, finished, post } = called({ panels: panels([model, model]) });
    const id = await start({ question: "Q?" });
    await finished(id);
    const before = calls;
    const response = await post(`/debates/${id}/fork`, { fromRound: 0 });
    expect(response.status).toBe(201);
    const fork = ((await response.json()) as { id: string }).id;
    expect(await finished(fork)).toMatchObject({
      status: "completed",
      started: { forkedFrom: { id, fromRound: 0 } },
    });
    expect(calls).toBe(2 * before);
  });

  test("refuses a round that was never held, and a panel that isn't there", async () => {
    const { start, finished, post } = called();
    const id = await start({ question: "Q?", panel: "split" });
    await finished(id);
    expect(await refusal(post(`/debates/${id}/fork`, { fromRound: 9 }))).toMatchObject({
      status: 400,
      field: "fromRound",
    });
    expect(await refusal(post(`/debates/${id}/fork`, { fromRound: -1 }))).toMatchObject({
      status: 400,
      field: "fromRound",
    });
    expect(
      await refusal(post(`/debates/${id}/fork`, { fromRound: 1, panel: "none" })),
    ).toMatchObject({ status: 400, field: "panel" });
  });
});

describe("review", () => {
  const waiting = { split: { ...split, onEscalate: "wait" as const } };

  test("settles a debate that waits, for everybody who waits for it", async () => {
    const { start, post, get, finished } = called({ panels: waiting });
    const id = await start({ question: "Q?" });
    const end = finished(id);
    await expect
      .poll(async () => ((await (await get(`/debates/${id}`)).json()) as Json)["status"])
      .toBe("waiting");
    expect(await (await get("/debates?status=waiting")).json()).toMatchObject({
      runs: [{ id, status: "waiting" }],
    });
    expect(await refusal(post(`/debates/${id}/review`, { verdict: "maybe" }))).toMatchObject({
      status: 400,
      field: "verdict",
    });
    expect(await refusal(post(`/debates/${id}/review`, { verdict: "correct" }))).toMatchObject({
      status: 400,
      field: "review.answer",
    });
    const said = { verdict: "correct", answer: "7", reason: "I looked it up", reviewer: "ada" };
    expect((await post(`/debates/${id}/review`, said)).status).toBe(200);
    expect(await end).toMatchObject({ status: "completed", result: { answer: "7", review: said } });
    expect(await refusal(post(`/debates/${id}/review`, said))).toMatchObject({
      status: 409,
      code: "not_waiting",
    });
  });

  test("groups answers as a person says, and refuses what it can't count", async () => {
    const { start, post, get, finished } = called({ panels: waiting });
    const id = await start({ question: "Q?" });
    const end = finished(id);
    await expect
      .poll(async () => ((await (await get(`/debates/${id}`)).json()) as Json)["status"])
      .toBe("waiting");
    const { result } = (await (await get(`/debates/${id}`)).json()) as {
      result: { decision: { tally: { debaters: string[] }[] } };
    };
    const names = result.decision.tally.flatMap(({ debaters }) => debaters);
    const review = (groups: unknown): Promise<Response> =>
      post(`/debates/${id}/review`, { verdict: "confirm", groups });
    for (const wrong of [[], [[]], "all", [[names[0]]], [[...names, "eve"]], [names, names]]) {
      expect(await refusal(review(wrong))).toMatchObject({ status: 400 });
    }
    const many = Array.from({ length: 5000 }, (_, at) => [`d${at}`]);
    expect(await refusal(review(many))).toMatchObject({ status: 400 });
    expect((await review([names])).status).toBe(200);
    expect(await end).toMatchObject({
      status: "completed",
      result: { agreement: 1, dissent: [], review: { groups: [names] } },
    });
  });

  test("reaches a debate that waited when the server ended", async () => {
    const journal = memoryJournal();
    const panels = waiting;
    const first = createServer({ panels, journal });
    await first.app.request("http://localhost/debates", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Q?", id: "torn" }),
    });
    await expect.poll(async () => (await journal.list({ status: "waiting" })).runs.length).toBe(1);
    await first.close();
    const { post, finished } = called({ panels, journal });
    expect((await post("/debates/torn/review", { verdict: "confirm" })).status).toBe(200);
    expect(await finished("torn")).toMatchObject({
      status: "completed",
      result: { review: { verdict: "confirm" } },
    });
  });
});

test("delete forgets a debate that is over, and none that runs", async () => {
  const { model, open, asked } = gate("42");
  const { start, send, get, finished } = called({ panels: { slow: { debaters: [model, model] } } });
  const id = await start({ question: "Q?" });
  await asked(2);
  expect(await refusal(send(`/debates/${id}`, { method: "DELETE" }))).toMatchObject({
    status: 409,
    code: "running",
  });
  open();
  await finished(id);
  expect((await send(`/debates/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await get(`/debates/${id}`)).status).toBe(404);
});
