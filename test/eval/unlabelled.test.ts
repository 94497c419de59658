import { describe, expect, test } from "vitest";
import { calibrate, certify, type PanelReplies } from "../../packages/eval/src/index.ts";
import {
  Debate,
  number,
  posterior,
  sequential,
  type Calibration,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const answer = number();
/** One able member among four that are often wrong. */
const RIGHT = { ann: 0.98, bob: 0.55, cid: 0.55, dan: 0.55, eve: 0.55 };

function withoutGold(rows: readonly PanelReplies[]): PanelReplies[] {
  return rows.map((row, index) => ({
    ...row,
    gold: null,
    // Errors of different members differ.
    replies: Object.fromEntries(
      Object.entries(row.replies).map(([name, text], member) => [
        name,
        text.replace(/5\d{3}$/, (error) => String(Number(error) + 1000 * member + index)),
      ]),
    ),
  }));
}

const rows = withoutGold(syntheticRows(RIGHT, 120, "unlabelled"));
const calibration = calibrate(rows, { answer });

function say(replies: Record<string, number>, known: Calibration = calibration): Debate<number> {
  return new Debate<number>({
    debaters: Object.entries(replies).map(([name, value]) => ({
      name,
      model: scripted(() => `Answer: ${value}`),
    })),
    answer,
    rounds: 0,
    decide: posterior(known),
  });
}

describe("a calibration without known answers", () => {
  test("says that it is unlabelled, and finds who is right most often", () => {
    expect(calibration).toMatchObject({ unlabelled: true, about: { rows: 120 } });
    const [known] = Object.values(calibration.kinds);
    expect(known?.unlabelled).toBe(true);
    const chances = known?.classes[0]?.reliability ?? {};
    const others = ["bob", "cid", "dan", "eve"].map((name) => chances[name] ?? 1);
    expect(chances["ann"]).toBeGreaterThan(Math.max(...others) + 0.1);
    expect(JSON.parse(JSON.stringify(calibration))).toEqual(calibration);
  });

  test("weighs answers by it, and never calls one calibrated", async () => {
    // A majority would go to the first of them.
    const result = await say({ bob: 2, cid: 3, dan: 4, eve: 5, ann: 1 }).run("What is it?");
    expect(result).toMatchObject({ answer: 1, confidenceBasis: "uncalibrated" });
  });

  test("no answer is ever sure: a poll asks everybody, and a warning says why", async () => {
    const panel = new Debate<number>({
      debaters: Object.keys(RIGHT).map((name) => ({ name, model: scripted(() => "Answer: 7") })),
      answer,
      rounds: 0,
      poll: sequential({ calibration, target: 0.51 }),
    });
    const result = await panel.run("What is it?");
    expect(result.stopReason).not.toBe("decided");
    expect(result.usage.calls).toBe(5);
    expect(result.warnings.join()).toContain("unlabelled");
    expect((await panel.plan()).warnings.join()).toContain("unlabelled");
  });

  test("gives no certificate and no stakes", () => {
    expect(() => certify(calibration, { alpha: 0.3, mode: "delivered" })).toThrow(
      "answers are known",
    );
    expect(
      () =>
        new Debate({
          debaters: Object.keys(RIGHT).map((name) => ({ name, model: "openai/gpt-5-mini" })),
          poll: sequential({ calibration }),
          stakes: { wrong: 1 },
        }),
    ).toThrow("unlabelled");
  });

  test("three copies of one member count once", async () => {
    const copied = rows.map((row) => {
      const { bob = "" } = row.replies;
      return { ...row, replies: { ...row.replies, bo2: bob, bo3: bob } };
    });
    const known = calibrate(copied, { answer });
    expect(Object.values(known.kinds)[0]?.twins).toEqual([["bo2", "bo3", "bob"]]);
    const result = await say({ bob: 2, bo2: 2, bo3: 2, ann: 1, cid: 1, dan: 3, eve: 4 }, known).run(
      "What is it?",
    );
    expect(result.answer).toBe(1);
  });

  test("members that differ by no more than chance have the same weight", () => {
    const alike = withoutGold(syntheticRows({ ann: 0.8, bob: 0.8, cid: 0.8 }, 60, "alike"));
    const [known] = Object.values(calibrate(alike, { answer }).kinds);
    expect(new Set(Object.values(known?.classes[0]?.reliability ?? {})).size).toBe(1);
  });

  test("rows without an answer are left out where others have one", () => {
    const labelled = syntheticRows(RIGHT, 50, "labelled");
    const known = calibrate([...labelled, ...rows], { answer });
    expect(known).toMatchObject({ about: { rows: 50 } });
    expect(known).not.toHaveProperty("unlabelled");
  });

  test.each([[3], [{}], [["7"]]])("gold: %j is a ConfigError", (gold) => {
    const row = { gold, replies: { ann: "7" } };
    expect(() => calibrate([row as never])).toThrow("rows[0].gold");
  });
});
