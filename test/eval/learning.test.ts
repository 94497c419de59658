import { describe, expect, test } from "vitest";
import {
  calibrate,
  driftOf,
  learnableRows,
  listMilestones,
  readRuns,
  toRow,
} from "../../packages/eval/src/index.ts";
import { Debate, memoryJournal, number } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import type { Outcome } from "../../packages/core/src/protocol/outcome.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const answer = number();

/** Says the number in the question; cid says another one in every fourth. */
function createPanel(journal = memoryJournal()): Debate<number> {
  const read = (question: string): number => Number(/\d+/.exec(question)?.[0]);
  return new Debate<number>({
    debaters: ["ann", "bob", "cid"].map((name) => ({
      name,
      model: scripted(({ question }) => {
        const value = read(question);
        return `Answer: ${name === "cid" && value % 4 === 0 ? value + 100 : value}`;
      }),
    })),
    ...{ answer, journal, rounds: 0 },
  });
}

async function ask(panel: Debate<number>, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    await panel.run(`What is ${index}?`, { id: `run-${index}` });
  }
}

describe("an outcome", () => {
  test("stands next to the result, which stays as it is", async () => {
    const journal = memoryJournal();
    const panel = createPanel(journal);
    const before = await panel.run("What is 4?", { id: "four" });
    await panel.outcome("four", { right: false });
    await panel.outcome("four", { answer: "104", source: "the ledger" });
    const after = await panel.run("What is 4?", { id: "four" });
    expect(after).toEqual({ ...before, outcome: { answer: "104", source: "the ledger" } });
    expect((await panel.replay("four")).outcome).toEqual(after.outcome);
  });

  test("can follow a review, and counts before it", async () => {
    const journal = memoryJournal();
    const panel = createPanel(journal);
    await panel.run("What is 4?", { id: "four" });
    await panel.review("four", { verdict: "confirm" });
    await panel.outcome("four", { answer: "104" });
    const [run] = await readRuns(journal);
    expect(run?.labelled?.gold).toBe("104");
  });

  test.each([
    [undefined],
    [{}],
    [{ right: "yes" }],
    [{ right: true, answer: "4" }],
    [{ answer: "" }],
    [{ answer: 4 }],
    [{ right: true, by: "ann" }],
  ])("%j is refused", async (outcome) => {
    const panel = createPanel();
    await panel.run("What is 4?", { id: "four" });
    await expect(panel.outcome("four", outcome as unknown as Outcome)).rejects.toThrow("outcome");
  });

  test("of a run that nobody knows, or without a journal, is refused", async () => {
    await expect(createPanel().outcome("none", { right: true })).rejects.toThrow("none");
    const panel = new Debate({ debaters: [scripted(() => "4"), scripted(() => "4")] });
    await expect(panel.outcome("none", { right: true })).rejects.toThrow("journal");
  });
});

describe("what is learned from runs", () => {
  test("outcomes and reviews become rows; a wrong answer judges only those who gave it", async () => {
    const journal = memoryJournal();
    const panel = createPanel(journal);
    await ask(panel, 4);
    await panel.outcome("run-1", { right: true });
    await panel.outcome("run-4", { right: false });
    await panel.review("run-2", { verdict: "correct", answer: "7" });
    const runs = await readRuns(journal, ["cid", "bob", "ann"]);
    const rows = runs.map(({ labelled }) => labelled && toRow(labelled));
    expect(rows).toMatchObject([{ gold: "1" }, { gold: "7" }, null, { wrong: "4" }]);
    const known = calibrate(
      rows.flatMap((row) => row ?? []),
      { answer },
    );
    expect(known.kinds["number"]?.replay?.rows).toHaveLength(3);
    const wrong = known.kinds["number"]?.replay?.rows.find(({ said }) => said[2] === null);
    expect(wrong).toMatchObject({ said: [0, 0, null], right: null });
    expect(await readRuns(journal, ["ann", "bob"])).toEqual([]);
  });

  test("with few known answers it learns from agreement alone, and says so", async () => {
    const journal = memoryJournal();
    const panel = createPanel(journal);
    await ask(panel, 35);
    await panel.outcome("run-1", { right: true });
    const few = calibrate(learnableRows(await readRuns(journal)), { answer });
    expect(few).toMatchObject({ unlabelled: true, about: { rows: 35 } });
    for (let index = 2; index <= 30; index++) await panel.outcome(`run-${index}`, { right: true });
    const known = calibrate(learnableRows(await readRuns(journal)), { answer });
    expect(known).not.toHaveProperty("unlabelled");
    expect(known.about?.rows).toBe(30);
  });

  test("an outcome that proves a calibrated answer wrong counts as drift", async () => {
    const debates = Array.from({ length: 30 }, (_, index) => ({
      gold: null,
      wrong: "4",
      result: {
        question: `${index}`,
        rounds: [],
        winner: null,
        decision: { method: "posterior", basis: "number" as const, tally: [] },
        confidence: 0.97,
        confidenceBasis: "calibrated" as const,
        stopReason: "decided",
      },
    }));
    expect(driftOf(debates, answer)).toMatchObject({ holds: false, decidedWrong: 30 });
  });

  test("says how many more rows until which promise", () => {
    const able = { ann: 0.999, bob: 0.999, cid: 0.999 };
    const known = calibrate(syntheticRows(able, 100, "milestones"), { answer });
    expect(listMilestones(known)).toMatchObject([
      { alpha: 0.1, promise: "average", status: "given", missing: 0 },
      { alpha: 0.05, promise: "average", status: "given", missing: 0 },
      { alpha: 0.05, promise: "holder", status: "more_rows", missing: 20 },
      { alpha: 0.02, promise: "holder", status: "more_rows", missing: 200 },
    ]);
    const unable = calibrate(syntheticRows({ ann: 0.4, bob: 0.4 }, 150, "poor"), { answer });
    expect(listMilestones(unable)[2]?.status).toBe("errors");
  });
});
