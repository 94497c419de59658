import { expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { gate } from "./support/models.ts";

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

test("it doesn't wait longer than it may", async () => {
  const slow = gate("1");
  const { server, start } = called({ panels: { slow: { debaters: [slow.model, slow.model] } } });
  await start({ question: "A?" });
  await server.drain(1);
  expect(slow.requests.length).toBeGreaterThan(0);
});
