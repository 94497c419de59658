import { createServer as httpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  createServer,
  hashToken,
  newToken,
  serve,
  type ServeOptions,
  type Serving,
} from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { says } from "../server/support/models.ts";
import { auth as everybody, refuseAll } from "../support/refused-acts.ts";
import { DATABASE, journalIn, newSchema } from "./support/journals.ts";

const dear = {
  model: says("1", { usage: { inputTokens: 500_000, outputTokens: 500_000 } }),
  price: { input: 1, output: 1 },
  maxOutputTokens: 500_000,
};
const panels = { dear: { debaters: [dear, dear], rounds: 0 } };
const [ada, bob, root] = [newToken(), newToken(), newToken()] as [string, string, string];
const auth = {
  tokens: [
    {
      user: "ada",
      hash: hashToken(ada),
      team: "core",
      sees: "own" as const,
      budget: { usd: 4.0001 },
    },
    { user: "bob", hash: hashToken(bob), team: "core", sees: "team" as const },
    { user: "root", hash: hashToken(root), role: "admin" as const },
  ],
};

async function server(schema: string, more: Partial<ServeOptions> = {}): Promise<Serving> {
  const serving = await serve({ port: 0, panels, auth, journal: journalIn(schema), ...more });
  onTestFinished(() => serving.close());
  return serving;
}

async function call(
  { url }: Serving,
  token: string,
  path: string,
  body?: object,
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(
    `${url}${path}`,
    body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
  );
}

async function ask(on: Serving, token: string): Promise<Record<string, unknown>> {
  const { id } = (await (await call(on, token, "/debates", { question: "Q?" })).json()) as {
    id: string;
  };
  await (await call(on, token, `/debates/${id}/events`)).text();
  return (await (await call(on, token, `/debates/${id}`)).json()) as Record<string, unknown>;
}

describe.skipIf(DATABASE === "")("servers on one database", () => {
  test("refuse every act to the wrong user, and audit it", async () => {
    const journal = journalIn();
    const limits = { requestsPerMinute: 1e6 };
    const own = createServer({ panels, auth: everybody, journal, limits });
    expect(await refuseAll(own, journal)).toBeGreaterThan(200);
    await own.close();
  });

  test("never spend more than a user's limit, however many debates run at once on both", async () => {
    const schema = newSchema();
    const cheap = { debaters: [says("1"), says("1")], rounds: 0 };
    const tokens = [
      { user: "ada", hash: hashToken(ada), team: "core", budget: { calls: 31 } },
      { user: "root", hash: hashToken(root), role: "admin" as const },
    ];
    const policy = { teams: { core: { budget: { calls: 60 } } } };
    const limits = { debates: 100, debatesPerUser: 100, requestsPerMinute: 1e6 };
    const more = { panels: { cheap }, auth: { tokens }, policy, limits };
    const both = [await server(schema, more), await server(schema, more)] as const;
    const started = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const on = both[at % 2] as Serving;
        const response = await call(on, ada, "/debates", { question: `Q${at}?` });
        const { id } = (await response.json()) as { id?: string };
        if (id === undefined) return { status: response.status };
        await (await call(on, ada, `/debates/${id}/events`)).text();
        const record = await (
          await call(both[(at + 1) % 2] as Serving, root, `/debates/${id}`)
        ).json();
        return record as { status: string; result: { usage: { calls: number } } };
      }),
    );
    const calls = started.reduce(
      (sum, each) => sum + ("result" in each ? each.result.usage.calls : 0),
      0,
    );
    expect(calls).toBeGreaterThan(20);
    expect(calls).toBeLessThanOrEqual(31);
    const wallet = { user: "ada", calls: { cap: 31, spent: calls, reserved: 0, left: 31 - calls } };
    const team = { team: "core", calls: { cap: 60, spent: calls, reserved: 0, left: 60 - calls } };
    const usageOf = async (on: Serving): Promise<Record<string, unknown>> => {
      const {
        to: _to,
        from: _from,
        ...rest
      } = (await (await call(on, root, "/usage?by=user")).json()) as Record<string, unknown>;
      return rest;
    };
    await expect
      .poll(async () => (await usageOf(both[0]))["limits"])
      .toEqual(expect.arrayContaining([wallet, team]));
    expect(await usageOf(both[1])).toEqual(await usageOf(both[0]));
    expect((await usageOf(both[1]))["rows"]).toMatchObject([{ key: "ada", calls }]);

    // The user's data is deleted wherever it was made, and both forget the name.
    const gone = await fetch(`${both[1].url}/users/ada`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${root}` },
    });
    expect(await gone.json()).toMatchObject({
      debates: started.filter((each) => "result" in each).length,
    });
    for (const on of both) {
      expect(await (await call(on, root, "/debates")).json()).toMatchObject({ runs: [] });
      expect(await (await call(on, root, "/audit?limit=1000")).text()).not.toContain('"ada"');
    }
  });

  test("count a user's limit together, and each shows what is left", async () => {
    const schema = newSchema();
    const [one, two] = [await server(schema), await server(schema)];
    expect(await ask(one, ada)).toMatchObject({ status: "completed" });
    expect(await ask(two, ada)).toMatchObject({ status: "completed" });
    // What a debate cost is stored after its end is announced.
    await expect
      .poll(async () => (await call(two, root, "/usage?by=user")).json())
      .toMatchObject({
        rows: [{ key: "ada", costUsd: 4 }],
        limits: [
          {
            user: "ada",
            usd: { cap: 4.0001, spent: 4, reserved: 0, left: expect.closeTo(0.0001) as number },
          },
        ],
      });
    const refused = await call(one, ada, "/debates", { question: "Q?" });
    expect([refused.status, await refused.json()]).toMatchObject([
      402,
      { error: { code: "budget" } },
    ]);
  });

  test("hide debates of the other server from a user, and share one audit log", async () => {
    const schema = newSchema();
    const [one, two] = [await server(schema), await server(schema)];
    const { id } = (await (await call(one, bob, "/debates", { question: "Q?" })).json()) as {
      id: string;
    };
    expect((await call(two, ada, `/debates/${id}`)).status).toBe(404);
    expect((await call(two, ada, `/debates/${id}/cancel`, {})).status).toBe(404);
    expect((await call(two, bob, `/debates/${id}`)).status).toBe(200);
    const audit = await (await call(one, root, `/audit?debate=${id}`)).json();
    expect(audit).toMatchObject({
      acts: [
        { user: "ada", act: "cancel", outcome: "refused", code: "not_visible" },
        { user: "ada", act: "read", outcome: "refused", code: "not_visible" },
        { user: "bob", act: "ask", outcome: "done" },
      ],
    });
    const gone = await fetch(`${two.url}/users/bob`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${root}` },
    });
    expect(await gone.json()).toMatchObject({ debates: 1 });
    expect((await call(one, root, `/debates/${id}`)).status).toBe(404);
  });

  test("send a message to a webhook once", async () => {
    let received = 0;
    const receiver = httpServer((_request, response) => {
      received += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const webhooks = [{ name: "ops", url, secret: "x".repeat(32) }];
    const schema = newSchema();
    const [one] = [await server(schema, { webhooks }), await server(schema, { webhooks })];
    await ask(one, bob);
    await expect.poll(() => received).toBe(1);
    const { service } = journalIn(schema);
    await expect.poll(async () => (await service?.countDeliveries())?.waiting).toBe(0);
    expect(received).toBe(1);
  });
});
