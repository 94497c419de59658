import { createServer as httpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { hashToken, newToken, serve, type ServeOptions, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { says } from "../server/support/models.ts";
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
    { user: "ada", hash: hashToken(ada), team: "core", sees: "own" as const, budget: { usd: 4.5 } },
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

describe.skipIf(DATABASE === "")("servers on one database", { timeout: 60_000 }, () => {
  test("count a user's limit together, and each shows what is left", async () => {
    const schema = newSchema();
    const [one, two] = [await server(schema), await server(schema)];
    expect(await ask(one, ada)).toMatchObject({ status: "completed" });
    expect(await ask(two, ada)).toMatchObject({ status: "completed" });
    expect(await ask(one, ada)).toMatchObject({ status: "failed", error: { code: "budget" } });
    const usage = await (await call(two, root, "/usage?by=user")).json();
    expect(usage).toMatchObject({
      rows: [{ key: "ada", costUsd: 4 }],
      limits: [{ user: "ada", usd: { cap: 4.5, spent: 4, reserved: 0, left: 0.5 } }],
    });
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
