import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DebateEvent } from "rostrum";
import { describe, expect, test } from "vitest";
import { ownFolder, serving, type Running } from "./support/process.ts";
import { sseOf } from "./support/sse.ts";

async function start({ url }: Running, body: object): Promise<void> {
  const response = await fetch(`${url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

async function record({ url }: Running, id: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/debates/${id}`)).json()) as Record<string, unknown>;
}

function callsIn(folder: string): string[] {
  return readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
}

/** Reads until a predicate holds, or to the end; cut lines are an end too. */
async function watch(
  { url }: Running,
  id: string,
  seen: DebateEvent[],
  until: (event: DebateEvent) => boolean = () => false,
): Promise<void> {
  const last = seen.findLast((event) => "seq" in event);
  const headers: Record<string, string> =
    last && "seq" in last ? { "last-event-id": String(last.seq) } : {};
  try {
    for await (const { data } of sseOf(await fetch(`${url}/debates/${id}/events`, { headers }))) {
      const event = JSON.parse(data) as DebateEvent;
      if (event.type !== "debate.delta") seen.push(event);
      if (until(event)) return;
    }
  } catch {
    // The server is gone.
  }
}

describe("a server that dies in the middle of a debate", () => {
  test("finishes it when it is started again; a watcher misses nothing and gets nothing twice", async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, "hold"), "");
    const first = await serving(folder);
    await start(first, { question: "Which?", panel: "three", id: "long" });
    const seen: DebateEvent[] = [];
    await watch(
      first,
      "long",
      seen,
      ({ type, ...event }) => type === "debate.delta" && "round" in event && event.round === 1,
    );
    expect(seen.some(({ type }) => type === "debate.round_completed")).toBe(true);
    await first.end("SIGKILL");

    rmSync(join(folder, "hold"));
    const second = await serving(folder);
    await watch(second, "long", seen);
    expect(second.said()).toContain("resuming long");
    const numbers = seen.map((event) => ("seq" in event ? event.seq : -1));
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(seen.at(-1)).toMatchObject({ type: "debate.completed" });
    const { status, result, started } = (await record(second, "long")) as Record<
      string,
      Record<string, unknown>
    >;
    expect(status).toBe("completed");
    expect(result?.["rounds"]).toHaveLength(3);
    // What the first server told is what the second one has kept.
    expect(started).toEqual(seen[0]);

    const calls = callsIn(folder);
    // Round 0 was paid once; what was in flight at the kill was asked again, and is said to have been.
    expect(calls.filter((step) => step.endsWith("_round_0"))).toHaveLength(3);
    expect(result?.["integrity"]).toMatchObject({ reissued: calls.length - 9 });
    await second.end("SIGTERM");
  });

  test("takes up one that waits for a person", async () => {
    const folder = ownFolder();
    const first = await serving(folder);
    await start(first, { question: "Which?", panel: "torn", id: "torn" });
    const seen: DebateEvent[] = [];
    await watch(first, "torn", seen, ({ type }) => type === "debate.escalated");
    await first.end("SIGKILL");
    const second = await serving(folder);
    expect(await record(second, "torn")).toMatchObject({ status: "waiting" });
    const review = await fetch(`${second.url}/debates/torn/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ verdict: "correct", answer: "2" }),
    });
    expect(review.status).toBe(200);
    await watch(second, "torn", seen);
    expect(seen.at(-1)).toMatchObject({ type: "debate.completed" });
    expect(await record(second, "torn")).toMatchObject({
      status: "completed",
      result: { answer: "2" },
    });
    expect(callsIn(folder)).toHaveLength(3);
  });
});

test("a server that is asked to stop does so at once, and leaves its debates for the next", async () => {
  const folder = ownFolder();
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder);
  await start(first, { question: "Which?", panel: "three", id: "long" });
  const seen: DebateEvent[] = [];
  await watch(
    first,
    "long",
    seen,
    ({ type, ...event }) => type === "debate.delta" && "round" in event && event.round === 1,
  );
  expect(await first.end("SIGTERM")).toBe(0);
  rmSync(join(folder, "hold"));
  const second = await serving(folder);
  await watch(second, "long", seen);
  expect(seen.at(-1)).toMatchObject({ type: "debate.completed" });
  expect(seen.some(({ type }) => type === "debate.failed")).toBe(false);
});

test("a chat that nobody waits for any more is not paid for again", async () => {
  const folder = ownFolder();
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder);
  const asked = fetch(`${first.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "three", messages: [{ role: "user", content: "Which?" }] }),
  }).catch(() => null);
  await expect
    .poll(() => callsIn(folder).filter((step) => step.endsWith("_round_1")).length)
    .toBe(3);
  await first.end("SIGKILL");
  await asked;
  const second = await serving(folder, "--leave-ms", "0");
  // A server waits only shortly for what it ends before it serves.
  await expect
    .poll(async () => {
      const { runs } = (await (await fetch(`${second.url}/debates`)).json()) as {
        runs: { status: string }[];
      };
      return runs.map(({ status }) => status);
    })
    .toEqual(["failed"]);
  expect(callsIn(folder)).toHaveLength(6);
});

const chat = (key?: string, content = "Which?"): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key }),
  },
  body: JSON.stringify({ model: "three", messages: [{ role: "user", content }] }),
});

async function cutOffInRound1(folder: string, asking: RequestInit): Promise<void> {
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder);
  const asked = fetch(`${first.url}/v1/chat/completions`, asking).catch(() => null);
  await expect
    .poll(() => callsIn(folder).filter((step) => step.endsWith("_round_1")).length)
    .toBe(3);
  await first.end("SIGKILL");
  await asked;
  rmSync(join(folder, "hold"));
}

test("a chat that was cut off by a restart is recorded with what was said and paid", async () => {
  const folder = ownFolder();
  await cutOffInRound1(folder, chat());
  const second = await serving(folder);
  await expect.poll(() => statuses(second)).toEqual(["failed"]);
  await expect.poll(second.said).toContain("its client was gone at the restart");
  const { runs } = (await (await fetch(`${second.url}/debates`)).json()) as {
    runs: { id: string }[];
  };
  const { status, result, error } = (await record(second, runs[0]?.id ?? "")) as {
    status: string;
    error: { message: string };
    result: { rounds: { positions: { status: string; text: string }[] }[]; usage: object };
  };
  expect([status, error.message]).toEqual(["failed", expect.stringContaining("caller was gone")]);
  // Three replies, and three calls that were under way: their tokens are not known.
  expect(result).toMatchObject({ usage: { calls: 6, inputTokens: null }, costUsd: null });
  expect(result.rounds[0]?.positions).toMatchObject(
    Array.from({ length: 3 }, () => ({
      status: "spoke",
      text: expect.stringContaining("Answer:"),
    })),
  );
  expect(callsIn(folder)).toHaveLength(6);

  // However late it comes, the same request goes on from the replies of round 0.
  const response = await fetch(`${second.url}/v1/chat/completions`, chat());
  expect(response.status).toBe(200);
  expect(await statuses(second)).toEqual(["completed"]);
  expect(callsIn(folder).filter((step) => step.endsWith("_round_0"))).toHaveLength(3);
});

async function statuses({ url }: Running): Promise<string[]> {
  const { runs } = (await (await fetch(`${url}/debates`)).json()) as { runs: { status: string }[] };
  return runs.map(({ status }) => status);
}

test("a chat without a key that comes again soon after a restart gets its answer, and pays for no reply twice", async () => {
  const folder = ownFolder();
  await cutOffInRound1(folder, chat());
  const second = await serving(folder);
  const response = await fetch(`${second.url}/v1/chat/completions`, chat());
  expect(response.status).toBe(200);
  expect(await statuses(second)).toEqual(["completed"]);
  expect(callsIn(folder).filter((step) => step.endsWith("_round_0"))).toHaveLength(3);
});

test("with a key, a chat goes on after a restart, and its caller finds it again", async () => {
  const folder = ownFolder();
  await cutOffInRound1(folder, chat("order-17"));
  const second = await serving(folder);
  const ask = async (asking: RequestInit): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(`${second.url}/v1/chat/completions`, asking);
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const [status, answer] = await ask(chat("order-17"));
  expect([status, answer]).toMatchObject([200, { choices: [{ finish_reason: "stop" }] }]);
  const calls = callsIn(folder);
  expect(calls.filter((step) => step.endsWith("_round_0"))).toHaveLength(3);
  expect(await ask(chat("order-17"))).toEqual([200, answer]);
  expect((await ask(chat("order-17", "What else?")))[0]).toBe(422);
  expect(callsIn(folder)).toEqual(calls);
  await second.end("SIGTERM");
  // Also when it is over, and told by yet another process.
  const third = await serving(folder);
  const again = await fetch(`${third.url}/v1/chat/completions`, chat("order-17"));
  expect(await again.json()).toEqual(answer);
  expect(callsIn(folder)).toEqual(calls);
});

test("chats that a stopping server doesn't end are sent again, and go on from what was paid", async () => {
  const folder = ownFolder();
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder);
  const streamed = { ...chat("third"), body: STREAMED };
  const requests: [path: string, request: RequestInit][] = [
    ["chat/completions", chat()],
    ["chat/completions", chat("second")],
    ["chat/completions", streamed],
    ["messages", chat("fourth")],
  ];
  const ask = (server: Running): Promise<Response>[] =>
    requests.map(([path, request]) => fetch(`${server.url}/v1/${path}`, request));
  const asked = ask(first);
  const countIn = (round: number): number =>
    callsIn(folder).filter((step) => step.endsWith(`_round_${round}`)).length;
  await expect.poll(() => countIn(1)).toBe(12);
  const texts = Promise.all(asked.map(async (response) => (await response).text()));
  expect(await first.end("SIGTERM")).toBe(0);
  const answers = await Promise.all(asked);
  const headers = answers.map((answer) => [
    answer.status,
    answer.headers.get("retry-after"),
    answer.headers.get("x-should-retry"),
  ]);
  const again = [503, "5", "true"];
  expect(headers).toEqual([again, again, [200, null, null], again]);
  for (const text of await texts) expect(text).toContain('"code":"closing"');
  expect((await texts)[2]).not.toContain("[DONE]");

  rmSync(join(folder, "hold"));
  const second = await serving(folder);
  for (const response of await Promise.all(ask(second))) {
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("A person should review this");
  }
  expect(await statuses(second)).toEqual(Array.from({ length: 4 }, () => "completed"));
  expect(countIn(0)).toBe(12);
});

const STREAMED = JSON.stringify({
  model: "three",
  messages: [{ role: "user", content: "Which?" }],
  stream: true,
});

test("a chat that waits for a person waits on after a restart", async () => {
  const folder = ownFolder();
  const first = await serving(folder);
  const body = JSON.stringify({ model: "torn", messages: [{ role: "user", content: "Which?" }] });
  const controller = new AbortController();
  const asked = fetch(`${first.url}/v1/chat/completions`, {
    ...chat(),
    body,
    signal: controller.signal,
  }).catch(() => null);
  const waiting = async ({ url }: Running): Promise<string[]> => {
    const list = await fetch(`${url}/debates?status=waiting`);
    return ((await list.json()) as { runs: { id: string }[] }).runs.map(({ id }) => id);
  };
  await expect.poll(() => waiting(first)).toHaveLength(1);
  controller.abort();
  await asked;
  await first.end("SIGKILL");
  const second = await serving(folder);
  expect(await waiting(second)).toHaveLength(1);
});
