import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { JournalError, memoryJournal, sqliteJournal, type RunStore } from "rostrum";
import { expect, test } from "vitest";
import { agreeing, called, refusal, split } from "./support/call.ts";
import { ownFolder } from "./support/process.ts";

/** A journal in which nothing can be written while it is `full`. */
function fillable(): { journal: RunStore; full(is: boolean): void; refused(): number } {
  const inner = memoryJournal();
  let isFull = false;
  let refused = 0;
  const journal: RunStore = {
    ...inner,
    open(id, inputs, options) {
      if (!isFull) return inner.open(id, inputs, options);
      refused += 1;
      return Promise.reject(new JournalError("journal_full", "no room"));
    },
  };
  return { journal, full: (is) => void (isFull = is), refused: () => refused };
}

test("a debate that could not be resumed while the disk was full is resumed when there is room", async () => {
  const { journal, full, refused } = fillable();
  const before = called({ journal });
  const id = await before.start({ question: "Q?", panel: "split", onEscalate: "wait" });
  await expect.poll(async () => (await journal.list({ status: "waiting" })).runs).toHaveLength(1);
  await before.server.close();
  const lines: string[] = [];
  const after = called({ journal, panels: { agreeing, split }, log: (line) => lines.push(line) });
  full(true);
  expect(await after.server.resume()).toEqual([]);
  await expect.poll(refused).toBeGreaterThanOrEqual(2);
  full(false);
  await expect.poll(() => lines).toContain(`resuming ${id}`);
  const told = lines.filter((line) => line.includes("will be resumed later"));
  expect(told, "said once, however often it was tried").toHaveLength(1);
  const review = await after.post(`/debates/${id}/review`, { verdict: "correct", answer: "2" });
  expect(review.status).toBe(200);
});

test.each(["stepFinished", "appendEvents"] as const)(
  "replies that the journal had no room for at %s are not paid for again",
  async (refusedWrite) => {
    const inner = memoryJournal();
    let isFull = false;
    const checkRoom = (): void => {
      if (isFull) throw new JournalError("journal_full", "no room");
    };
    const journal: RunStore = {
      ...inner,
      async open(id, inputs, options) {
        const run = await inner.open(id, inputs, options);
        return {
          ...run,
          async stepFinished(...step) {
            if (refusedWrite === "stepFinished") checkRoom();
            await run.stepFinished(...step);
          },
          async appendEvents(events) {
            // A short event may still fit.
            if (events.some(({ type }) => type !== "debate.failed")) checkRoom();
            await run.appendEvents(events);
          },
        };
      },
    };
    let calls = 0;
    const model = async (): Promise<string> => {
      isFull = ++calls <= 3;
      await new Promise(setImmediate);
      return "Answer: 42";
    };
    const lines: string[] = [];
    const { server, start, finished } = called({
      journal,
      panels: { three: { debaters: [model, model, model], rounds: 0 } },
      log: (line) => lines.push(line),
    });
    await server.resume();
    const id = await start({ question: "Q?" });
    const line = `debate ${id} was interrupted (journal_full); it will be resumed`;
    await expect.poll(() => lines).toContain(line);
    expect((await journal.read(id))?.status).toBe("running");
    isFull = false;
    await expect
      .poll(async () => (await journal.read(id))?.status, { timeout: 10_000 })
      .toBe("completed");
    expect(await finished(id)).toMatchObject({ result: { answer: "42", usage: { calls: 3 } } });
    expect(calls).toBe(3);
    await server.close();
  },
);

test.skipIf(process.platform === "win32").each([
  ["deleted", (path: string) => rmSync(path), /it was deleted or moved/],
  [
    "replaced by a copy",
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    /another file is in its place/,
  ],
])(
  "a journal that was %s takes no new debates, and what it holds can be read",
  async (_how, spoil, why) => {
    const path = join(ownFolder(), "runs.db");
    await using journal = sqliteJournal(path);
    const call = called({ journal });
    const id = await call.start({ question: "Q?", panel: "agreeing" });
    await call.finished(id);
    expect((await call.get("/readyz")).status).toBe(200);
    spoil(path);
    const ready = await refusal(call.get("/readyz"));
    expect(ready).toMatchObject({ status: 503, message: expect.stringMatching(why) as string });
    const started = await refusal(call.post("/debates", { question: "Q?", panel: "agreeing" }));
    expect(started).toMatchObject({ status: 503, code: "journal_unavailable" });
    expect(started.message).not.toContain(path);
    expect((await call.get(`/debates/${id}/export?format=json`)).status).toBe(200);
    expect((await call.get("/debates")).status).toBe(200);
    await call.server.close();
  },
);
