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
    expect(second.said()).toContain("going on with long");
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
  const second = await serving(folder);
  const { runs } = (await (await fetch(`${second.url}/debates`)).json()) as {
    runs: { status: string }[];
  };
  expect(runs).toMatchObject([{ status: "failed" }]);
  expect(callsIn(folder)).toHaveLength(6);
});
