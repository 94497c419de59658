import { memoryJournal, type RunStore } from "rostrum";
import { createServer } from "rostrum/server";
import { expect, test } from "vitest";
import { agreeing, called, refusal, split } from "./support/call.ts";
import { listening, sent } from "./support/socket.ts";

const DAY_MS = 86_400_000;
const torn = { ...split, rounds: 0, onEscalate: "wait" as const };

/** A journal whose clock is days behind, as if its runs were from then. */
async function longAgo(days: number): Promise<{ journal: RunStore; ids: string[] }> {
  let late = days * DAY_MS;
  const journal = memoryJournal(() => Date.now() - late);
  const old = called({ journal, panels: { agreeing, torn } });
  const done = await old.start({ question: "Done?", panel: "agreeing" });
  await old.finished(done);
  const waiting = await old.start({ question: "Waiting?", panel: "torn" });
  await expect
    .poll(async () => (await old.get(`/debates/${waiting}`)).text())
    .toContain('"status":"waiting"');
  await old.server.close();
  late = 0;
  return { journal, ids: [done, waiting] };
}

test("finished debates older than keep.days are deleted, and those that wait are not", async () => {
  const { journal, ids } = await longAgo(40);
  const said: string[] = [];
  const server = await listening({
    journal,
    panels: { agreeing, torn },
    keep: { days: 30, auditDays: 365 },
    log: (line) => said.push(line),
  });
  await expect.poll(() => said).toContain("deleted debates older than 30 days: 1");
  expect((await sent(server, `/debates/${ids[0]}`)).status).toBe(404);
  expect((await sent(server, `/debates/${ids[1]}`)).text).toContain('"status":"waiting"');
});

test("what can't be deleted is named with the cause, and the rest is deleted", async () => {
  const { journal } = await longAgo(40);
  Object.assign(journal.service ?? {}, {
    pruneActs: () => Promise.reject(new Error("no answer", { cause: new Error("disk full") })),
    expire: () => Promise.reject(new Error("no room")),
  });
  const said: string[] = [];
  await listening({
    journal,
    panels: { agreeing, torn },
    keep: { days: 30, auditDays: 365 },
    log: (line) => said.push(line),
  });
  await expect.poll(() => said.join("\n")).toContain("audit");
  expect(said.filter((line) => line.startsWith("could not"))).toEqual([
    "could not delete debates older than 30 days, next attempt in an hour: no room",
    "could not delete rows of the audit log older than 365 days, next attempt in an hour: no answer (disk full)",
  ]);
});

test("without keep.days nothing is deleted", async () => {
  const { journal, ids } = await longAgo(4000);
  const server = await listening({ journal, panels: { agreeing, torn } });
  expect((await sent(server, `/debates/${ids[0]}`)).status).toBe(200);
});

test.each([
  ["keep.days", { days: 0 }],
  ["keep.days", { days: "30" as never }],
  ["keep.weeks", { weeks: 3 } as never],
])("%s that can't be right is refused at the start", (field, keep) => {
  expect(() => createServer({ panels: { agreeing }, keep })).toThrow(
    expect.objectContaining({ field }),
  );
});

test("debates that wait for a person are limited, and a new one is refused with a reason", async () => {
  const { start, post, get } = called({ panels: { torn, agreeing }, limits: { waiting: 2 } });
  const ids = [await start({ question: "A?" }), await start({ question: "B?" })];
  for (const id of ids) {
    await expect
      .poll(async () => (await get(`/debates/${id}`)).text())
      .toContain('"status":"waiting"');
  }
  expect(await refusal(post("/debates", { question: "C?", panel: "agreeing" }))).toMatchObject({
    status: 429,
    code: "too_many_waiting",
    message: "2 debates wait for a person, which is the limit: review or cancel some of them",
  });
  await post(`/debates/${ids[0]}/review`, { verdict: "correct", answer: "1" });
  await expect
    .poll(async () => (await post("/debates", { question: "D?", panel: "agreeing" })).status)
    .toBe(201);
});
