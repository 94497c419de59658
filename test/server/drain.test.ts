import { hash } from "node:crypto";
import { once } from "node:events";
import { get as getFrom, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { pdf } from "../support/files.ts";
import { called, refusal } from "./support/call.ts";
import { gate } from "./support/models.ts";
import { listening } from "./support/socket.ts";

test("a server that drains ends what runs, parks what is queued, and takes nothing new", async () => {
  const slow = gate("1");
  const { server, get, post, start } = called({
    panels: { slow: { debaters: [slow.model, slow.model] } },
    limits: { debates: 1 },
  });
  const running = await start({ question: "A?" });
  const queued = await start({ question: "B?" });
  await slow.asked(2);
  const drained = server.drain(60_000);
  expect(await refusal(get("/readyz"))).toMatchObject({ status: 503, code: "not_ready" });
  expect((await get("/healthz")).status).toBe(200);
  expect(await refusal(post("/debates", { question: "C?" }))).toMatchObject({ status: 503 });
  slow.open();
  await drained;
  const status = async (id: string) =>
    ((await (await get(`/debates/${id}`)).json()) as { status: string }).status;
  expect(await status(running)).toBe("completed");
  expect(await status(queued)).toBe("running");
  expect(slow.requests).toHaveLength(2);
});

test("a server that drains doesn't wait longer than the given time", async () => {
  const slow = gate("1");
  const { server, start } = called({ panels: { slow: { debaters: [slow.model, slow.model] } } });
  await start({ question: "A?" });
  await slow.asked(2);
  await server.drain(1);
});

test("an answer that is on its way when the server stops arrives whole", async () => {
  const reading = { model: () => "Answer: yes", takes: ["pdf" as const] };
  const serving = await listening({ panels: { reading: { debaters: [reading, reading] } } });
  // More than fits between the two: the rest is sent when the client reads on.
  const file = Buffer.concat([pdf(1), Buffer.alloc(18_000_000, " ")]);
  const started = await fetch(`${serving.url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      question: "Is it?",
      id: "one",
      context: [{ document: "long.pdf", data: file.toString("base64") }],
    }),
  });
  expect(started.status).toBe(201);
  const digest = hash("sha256", file, "hex");
  const asked = getFrom(`${serving.url}/debates/one/files/${digest}`, { agent: false });
  const [incoming] = (await once(asked, "response")) as [IncomingMessage];
  const closed = serving.close();
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) bytes += chunk.length;
  expect(bytes).toBe(file.length);
  await closed;
});
