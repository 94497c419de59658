import { describe, expect, test } from "vitest";
import type { ReplayRow } from "@rostrum/core/protocol";
import { createRandom } from "@rostrum/core/record";
import { chooseCascade, runCascade, type Attempts } from "./checked-cascade.ts";
import { adviseMembers } from "./member-advice.ts";

/** Members that are right this often each; wrong answers differ. */
function drawRows(right: readonly number[], count: number, seed = "advice"): ReplayRow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const said = right.map((share, member) => (random() < share ? 0 : 10 + member));
    return { said, right: said.includes(0) ? 0 : null, fold: at % 5 };
  });
}

const known = (names: string[], rows: ReplayRow[]): Parameters<typeof adviseMembers>[0] => ({
  replay: { members: names, rows, folds: [] },
});

describe("adviseMembers", () => {
  const names = ["ann", "bob", "cid", "dan"];
  const rows = drawRows([0.6, 0.6, 0.98, 0.3], 150);

  test("adds who is right where the panel isn't, and says that the gain is no chance", () => {
    const [best, ...others] = adviseMembers(known(names, rows), { panel: ["ann", "bob"] });
    expect(best).toMatchObject({ name: "cid", change: "add", gain: { differs: true } });
    expect(best?.gain.low).toBeGreaterThan(0.1);
    expect(others.map(({ change }) => change)).toContain("drop");
  });

  test("members that change nothing are called chance", () => {
    const alike = drawRows([0.9, 0.9, 0.9, 0.9], 60);
    const advice = adviseMembers(known(names, alike));
    expect(advice.every(({ change, gain }) => change === "drop" && !gain.differs)).toBe(true);
  });

  test("of many candidates that add nothing, the luckiest is called chance", () => {
    const many = Array.from({ length: 14 }, (_, at) => `member ${at}`);
    const tables = Array.from({ length: 6 }, (_, at) => {
      const alike = drawRows(
        many.map(() => 0.6),
        60,
        `alike ${at}`,
      );
      return adviseMembers(known(many, alike), { panel: many.slice(0, 1) });
    });
    const lucky = tables.filter((table) =>
      table.some(({ change, gain }) => change === "add" && gain.pValue < 0.05),
    );
    expect(lucky.length).toBeGreaterThan(0);
    expect(tables.flat().filter(({ change, gain }) => change === "add" && gain.differs)).toEqual(
      [],
    );
  });

  test("goes by money where prices and stakes are known", () => {
    const costs = { ann: 0.01, bob: 0.01, cid: 0.01, dan: 5 };
    const [first] = adviseMembers(known(names, rows), { costs, wrong: 1 });
    expect(first).toMatchObject({ name: "dan", change: "drop", costUsd: -5 });
    expect(first?.worthUsd?.low).toBeGreaterThan(4);
  });

  test("few rows, rows without known answers and a single member give no advice", () => {
    expect(adviseMembers(known(names, rows.slice(0, 3)))).toEqual([]);
    expect(adviseMembers({ ...known(names, rows), unlabelled: true })).toEqual([]);
    expect(adviseMembers(known(["ann"], drawRows([0.5], 40)))).toEqual([]);
    expect(adviseMembers({})).toEqual([]);
  });
});

describe("a cascade with a checker", () => {
  const tasks: Attempts[] = Array.from({ length: 20 }, (_, at) => ({
    solved: [at < 10, at >= 8, true],
    cost: [0.1, 0.2, 10],
  }));

  test("asks one after another until one solves the task", () => {
    expect(runCascade(tasks, [0, 1])).toEqual({ solved: 1, cost: expect.closeTo(0.2) as number });
    expect(runCascade(tasks, [])).toEqual({ solved: 0, cost: 0 });
  });

  test("takes a member only if a solved task is worth its cost", () => {
    expect(chooseCascade(tasks, [0, 1, 2], 1)).toEqual([0, 1]);
    expect(chooseCascade(tasks, [0, 1, 2], 0.01)).toEqual([]);
  });
});
