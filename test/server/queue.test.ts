import { memoryJournal } from "rostrum";
import { createServer, hashToken, newToken } from "rostrum/server";
import { expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { gate } from "./support/models.ts";
import { sseOf } from "./support/sse.ts";

interface Started {
  id: string;
  queued?: { place: number };
}

async function asked(response: Promise<Response>): Promise<Started> {
  return (await (await response).json()) as Started;
}

test("a debate above the limit gets a place, and the one after the last place is refused", async () => {
  const slow = gate("1");
  const { post, get, finished } = called({
    panels: { slow: { debaters: [slow.model, slow.model] } },
    limits: { debates: 1, queue: 2 },
  });
  const first = await asked(post("/debates", { question: "A?" }));
  expect(first.queued).toBeUndefined();
  const second = await asked(post("/debates", { question: "B?" }));
  const third = await asked(post("/debates", { question: "C?" }));
  expect([second.queued, third.queued]).toEqual([{ place: 1 }, { place: 2 }]);
  expect(await asked(get(`/debates/${third.id}`))).toMatchObject({
    status: "running",
    queued: { place: 2 },
  });
  const text = await (await get("/metrics")).text();
  expect(text).toContain('rostrum_debates{state="running"} 1\n');
  expect(text).toContain('rostrum_debates{state="queued"} 2\n');
  const full = await post("/debates", { question: "D?" });
  expect(full.headers.get("retry-after")).toBe("5");
  expect(await refusal(full)).toMatchObject({
    status: 429,
    code: "too_many_debates",
    message:
      "the queue is full (2 debates), and at most 1 debate can run at once: try again in 5 s, or raise --queue or --max-debates",
  });
  // Nobody in the queue has called a model.
  expect(slow.requests.every(({ question }) => question === "A?")).toBe(true);

  const stream = get(`/debates/${third.id}/events`);
  const notes: unknown[] = [];
  const reading = (async () => {
    for await (const { event, data } of sseOf(await stream)) {
      if (event === "rostrum.queued") notes.push((JSON.parse(data) as { place: unknown }).place);
    }
  })();
  await stream;
  slow.open();
  for (const { id } of [first, second, third]) {
    expect(await finished(id)).toMatchObject({ status: "completed", result: { answer: "1" } });
  }
  await reading;
  expect(notes[0]).toBe(2);
  expect(notes.at(-1)).toBeNull();
});

test("one user's limit doesn't hold up others, and a cancelled debate leaves the queue unpaid", async () => {
  const slow = gate("1");
  const [ada, bob] = [newToken(), newToken()];
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const { post, get } = called({
    panels: { slow: { debaters: [slow.model, slow.model] } },
    limits: { debates: 2, debatesPerUser: 1 },
    auth: {
      tokens: [
        { user: "ada", hash: hashToken(ada) },
        { user: "bob", hash: hashToken(bob) },
      ],
    },
  });
  await asked(post("/debates", { question: "A?" }, as(ada)));
  const queued = await asked(post("/debates", { question: "B?" }, as(ada)));
  expect(queued.queued).toEqual({ place: 1 });
  expect((await asked(post("/debates", { question: "C?" }, as(bob)))).queued).toBeUndefined();
  expect((await post(`/debates/${queued.id}/cancel`, {}, as(ada))).status).toBe(200);
  const record = await asked(get(`/debates/${queued.id}`, as(ada)));
  expect(record).toMatchObject({ status: "failed", result: { usage: { calls: 0 }, costUsd: 0 } });
  expect(record.queued).toBeUndefined();
  expect(slow.requests.some(({ question }) => question === "B?")).toBe(false);
  slow.open();
});

test("the limit of all debates holds for a user too whose own is larger", async () => {
  const slow = gate("1");
  const token = newToken();
  const { post } = called({
    panels: { slow: { debaters: [slow.model, slow.model] } },
    limits: { debates: 2, debatesPerUser: 8, queue: 0 },
    auth: { tokens: [{ user: "ada", hash: hashToken(token) }] },
  });
  const ask = async (): Promise<Response> =>
    post("/debates", { question: "A?" }, { authorization: `Bearer ${token}` });
  expect([(await ask()).status, (await ask()).status]).toEqual([201, 201]);
  // A user can't raise a limit, so no flag is named.
  expect(await refusal(ask())).toMatchObject({
    status: 429,
    message: "at most 2 debates can run at once: try again in 5 s",
  });
  slow.open();
});

test("a debate in the queue survives a restart, and its key finds it", async () => {
  const journal = memoryJournal();
  const slow = gate("1");
  const options = {
    panels: { slow: { debaters: [slow.model, slow.model] } },
    journal,
    limits: { debates: 1 },
  };
  const first = createServer(options);
  const ask = (server: typeof first, question: string) =>
    server.app.request("http://127.0.0.1/debates", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": question },
      body: JSON.stringify({ question }),
    });
  await ask(first, "A?");
  const { id } = (await (await ask(first, "B?")).json()) as Started;
  await first.close();
  const next = called(options);
  slow.open();
  expect(await next.server.resume()).toContain(id);
  expect(await next.finished(id)).toMatchObject({ status: "completed" });
  const again = await ask(next.server, "B?");
  expect(again.status).toBe(200);
  expect(((await again.json()) as Started).id).toBe(id);
});
