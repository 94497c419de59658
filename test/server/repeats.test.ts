import { join } from "node:path";
import OpenAI from "openai";
import { memoryJournal, sqliteJournal, type ModelFunction, type RunStore } from "rostrum";
import { hashToken, newToken, type ServeOptions, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { gate, says, type Gate } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";
import { listening } from "./support/socket.ts";

const [ada, bob] = [newToken(), newToken()];
const tokens = [
  { user: "ada", hash: hashToken(ada) },
  { user: "bob", hash: hashToken(bob), role: "admin" as const },
];
const messages = [{ role: "user" as const, content: "Which?" }];

/** Counts its calls. */
function counted(answers: readonly string[]): {
  debaters: ModelFunction[];
  calls(): number;
} {
  let calls = 0;
  const debaters = answers.map((answer) => {
    const model = says(answer);
    const count: ModelFunction = (request) => {
      calls += 1;
      return model(request);
    };
    return count;
  });
  return { debaters, calls: () => calls };
}

/** The official client as anybody makes it: two retries. */
const client = ({ url }: Serving, more: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: ada, ...more });

/** Its requests time out soon after the debate has begun, however long that takes. */
function impatient(server: Serving, held: Gate, maxRetries?: number): OpenAI {
  return client(server, {
    ...(maxRetries === undefined ? {} : { maxRetries }),
    fetch: async (input, init) => {
      const given = new AbortController();
      const gone = held.asked(2).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        given.abort();
        throw new Error("the request timed out");
      });
      return Promise.race([fetch(input, { ...init, signal: given.signal }), gone]);
    },
  });
}

async function debatesIn(journal: RunStore): Promise<{ id: string; status: string }[]> {
  return (await journal.list()).runs;
}

async function review({ url }: Serving, id: string): Promise<void> {
  const response = await fetch(`${url}/debates/${id}/review`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${bob}` },
    body: JSON.stringify({ verdict: "correct", answer: "2" }),
  });
  expect(response.status).toBe(200);
}

async function waiting(more: Partial<ServeOptions> = {}): Promise<{
  server: Serving;
  journal: RunStore;
  calls(): number;
}> {
  const { debaters, calls } = counted(["1", "2", "3"]);
  const journal = memoryJournal();
  const panel = { debaters, rounds: 0, onEscalate: "wait" as const };
  const server = await listening({ panels: { panel }, journal, auth: { tokens }, ...more });
  return { server, journal, calls };
}

describe("OpenAI's client, against a panel that waits for a person", () => {
  test("gets the state at once, comes again for the answer, and there is one debate and no call twice", async () => {
    const publicUrl = "https://panel.example.com";
    const { server, journal, calls } = await waiting({ publicUrl });
    const ask = (): ReturnType<OpenAI["chat"]["completions"]["create"]> =>
      client(server).chat.completions.create({ model: "panel", messages });
    const first = (await ask()) as OpenAI.ChatCompletion & { rostrum: object };
    const [{ id } = { id: "" }] = await debatesIn(journal);
    const link = `https://panel.example.com/#/d/${id}`;
    expect(first.choices[0]?.message.content).toBe(
      `Notice: there is no answer yet, because a person has to review it here: ${link}. ` +
        "Send the same request again to get the answer then.",
    );
    expect(first.rostrum).toMatchObject({ debate_id: id, status: "waiting", link });
    expect(await ask()).toMatchObject({ rostrum: { debate_id: id, status: "waiting" } });
    await review(server, id);
    expect(await ask()).toMatchObject({
      choices: [{ message: { content: "2" } }],
      rostrum: { debate_id: id },
    });
    expect(await debatesIn(journal)).toMatchObject([{ id, status: "completed" }]);
    expect(calls()).toBe(3);
  });

  test("streams the turns, then the state, and ends", async () => {
    const { server, journal } = await waiting();
    let text = "";
    const stream = await client(server).chat.completions.create({
      model: "panel",
      messages,
      stream: true,
    });
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    expect(text).toMatch(/^Notice: there is no answer yet/);
    expect(await debatesIn(journal)).toMatchObject([{ status: "waiting" }]);
  });

  test("that asked for JSON gets a refusal and no content", async () => {
    const debaters = [1, 2, 3].map((n) => () => JSON.stringify({ answer: { n } }));
    const panel = { debaters, rounds: 0, onEscalate: "wait" as const };
    const { server } = await waiting({ panels: { panel } });
    const completion = await client(server).chat.completions.create({
      model: "panel",
      messages,
      response_format: { type: "json_object" },
    });
    const { content, refusal } = completion.choices[0]?.message ?? {};
    expect([content, refusal]).toEqual([null, expect.stringContaining("no answer yet")]);
  });

  test.each([false, true])(
    "of the Responses API gets the waiting state too (streaming: %s)",
    async (stream) => {
      const { server, journal } = await waiting();
      const { responses } = client(server);
      const request = { model: "panel", input: "Which?" };
      async function ask(): Promise<OpenAI.Responses.Response | undefined> {
        if (!stream) return responses.create(request);
        let last: OpenAI.Responses.Response | undefined;
        for await (const event of await responses.create({ ...request, stream: true })) {
          if ("response" in event) last = event.response;
        }
        return last;
      }
      expect(await ask()).toMatchObject({
        status: "incomplete",
        incomplete_details: { reason: "waiting_for_person" },
      });
      const [{ id } = { id: "" }] = await debatesIn(journal);
      await review(server, id);
      expect(await ask()).toMatchObject({ id: `resp_${id}`, status: "completed" });
      expect(await debatesIn(journal)).toHaveLength(1);
    },
  );
});

describe("a request that its client repeats", () => {
  test("after timeouts is one debate, and its calls are made once", async () => {
    const held = gate("42");
    const journal = memoryJournal();
    const panels = { panel: { debaters: [held.model, held.model], rounds: 0 } };
    const server = await listening({ panels, journal, auth: { tokens } });
    const asking = impatient(server, held).chat.completions.create({
      model: "panel",
      messages,
    });
    // The client gives up after its own two retries.
    await expect(asking).rejects.toThrow("timed out");
    const [running] = await debatesIn(journal);
    expect(running?.status).toBe("running");
    // Anybody else's retry counts when the server has seen the client go.
    await expect.poll(() => journal.service?.isRepeatFree(running?.id ?? "")).toBe(true);
    held.open();
    const answer = await client(server).chat.completions.create({ model: "panel", messages });
    expect(answer.choices[0]?.message.content).toContain("42");
    expect(await debatesIn(journal)).toMatchObject([{ status: "completed" }]);
    expect(held.requests).toHaveLength(2);
  });

  test("on another server that shares the journal is the same debate", async () => {
    const path = join(ownFolder(), "runs.db");
    const held = gate("42");
    const panels = { panel: { debaters: [held.model, held.model], rounds: 0 } };
    const servers = await Promise.all(
      [0, 1].map(async () => {
        const journal = sqliteJournal(path);
        onTestFinished(() => journal.close());
        return listening({ panels, journal, auth: { tokens } });
      }),
    );
    const [first, second] = servers as [Serving, Serving];
    const asked = impatient(first, held, 0).chat.completions.create({ model: "panel", messages });
    await expect(asked).rejects.toThrow("timed out");
    // The client's own retry, which a load balancer has sent elsewhere.
    const headers = { "x-stainless-retry-count": "1" };
    const back = client(second).chat.completions.create({ model: "panel", messages }, { headers });
    held.open();
    expect((await back).choices[0]?.message.content).toContain("42");
    expect(held.requests).toHaveLength(2);
  });

  test("by clients that all wait is a debate for each of them", async () => {
    const { debaters, calls } = counted(["1", "1"]);
    const journal = memoryJournal();
    const server = await listening({ panels: { panel: { debaters, rounds: 0 } }, journal });
    const asked = [...Array(8)].map(() =>
      client(server).chat.completions.create({ model: "panel", messages }),
    );
    expect(new Set((await Promise.all(asked)).map(({ id }) => id)).size).toBe(8);
    expect(calls()).toBe(16);
  });

  test("after its debate was ended, because it stayed away, continues it from what was paid", async () => {
    const held = gate("42");
    const journal = memoryJournal();
    const { debaters, calls } = counted(["42"]);
    const panels = { panel: { debaters: [held.model, held.model, ...debaters], rounds: 0 } };
    const server = await listening({ panels, journal, limits: { leaveMs: 0 } });
    const asked = impatient(server, held, 0).chat.completions.create({ model: "panel", messages });
    await expect(asked).rejects.toThrow("timed out");
    await expect.poll(() => debatesIn(journal)).toMatchObject([{ status: "failed" }]);
    held.open();
    const again = client(server).chat.completions.create({ model: "panel", messages });
    expect((await again).choices[0]?.message.content).toContain("42");
    expect(await debatesIn(journal)).toMatchObject([{ status: "completed" }]);
    expect(calls()).toBe(1);
  });

  test("after its answer was delivered is a new debate, and so is another user's or another text", async () => {
    const { debaters, calls } = counted(["1", "1"]);
    const journal = memoryJournal();
    const panels = { panel: { debaters, rounds: 0 } };
    const server = await listening({ panels, journal, auth: { tokens } });
    const ask = (apiKey: string, content: string): Promise<unknown> =>
      client(server, { apiKey }).chat.completions.create({
        model: "panel",
        messages: [{ role: "user", content }],
      });
    await ask(ada, "Which?");
    await expect
      .poll(async () => {
        await ask(ada, "Which?");
        return (await debatesIn(journal)).length;
      })
      .toBeGreaterThan(1);
    const before = (await debatesIn(journal)).length;
    await ask(bob, "Which?");
    await ask(ada, "Which one?");
    expect(await debatesIn(journal)).toHaveLength(before + 2);
    expect(calls()).toBe(2 * (before + 2));
  });

  test("and that was refused is tried anew, because nothing began", async () => {
    const journal = memoryJournal();
    const limited = [{ user: "ada", hash: hashToken(ada), budget: { calls: 0 } }];
    const panels = { panel: { debaters: [says("1"), says("1")], rounds: 0 } };
    const server = await listening({ panels, journal, auth: { tokens: limited } });
    const ask = (): Promise<unknown> =>
      client(server).chat.completions.create({ model: "panel", messages });
    await expect(ask()).rejects.toThrow("used up");
    await server.server.reload({ panels, auth: { tokens } });
    expect(await ask()).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(await debatesIn(journal)).toHaveLength(1);
  });
});
