import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Debate, memoryJournal, sqliteJournal } from "../../packages/rostrum/src/index.ts";
import type { RunStore } from "../../packages/runtime/src/journal/run-store.ts";
import { called } from "../server/support/call.ts";

function onDisk(): RunStore {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return sqliteJournal(join(folder, "runs.db"));
}

describe.each([
  ["memory", memoryJournal],
  ["SQLite", onDisk],
])("a thread in %s", (_, open) => {
  it("lists the follow-ups of a run, and each run names its parent", async () => {
    const journal = open();
    const debaters = [() => "Answer: red", () => "Answer: red"];
    const panel = new Debate({ debaters, rounds: 0, journal });
    await panel.run("Which color?", { id: "one" });
    await panel.follow("one", "And in the dark?", { id: "two" });
    await panel.follow("one", "And at night?", { id: "three" });
    await panel.follow("two", "Really?", { id: "four" });
    const ids = async (parent: string): Promise<string[]> =>
      (await journal.list({ parent })).runs.map(({ id }) => id);
    expect(await ids("one")).toEqual(["three", "two"]);
    expect(await ids("two")).toEqual(["four"]);
    expect(await ids("four")).toEqual([]);
    const { runs } = await journal.list();
    expect(Object.fromEntries(runs.map(({ id, parent }) => [id, parent]))).toEqual({
      ...{ one: undefined, two: "one", three: "one", four: "two" },
    });
    await journal.close();
  });
});

it("the API lists the follow-ups of a debate", async () => {
  const { start, finished, post, get } = called();
  await start({ question: "Which?", panel: "agreeing", id: "one" });
  await finished("one");
  for (const id of ["two", "three"]) {
    expect((await post("/debates/one/follow", { question: `And ${id}?`, id })).status).toBe(201);
    await finished(id);
  }
  const page = (await (await get("/debates?parent=one")).json()) as { runs: object[] };
  expect(page.runs).toMatchObject([
    { id: "three", parent: "one", question: "And three?" },
    { id: "two", parent: "one" },
  ]);
  expect((await get("/debates?parent=a%20b")).status).toBe(400);
});
