import { describe, expect, test } from "vitest";
import { number } from "@rostrum/core/answers";
import { createRandom } from "@rostrum/core/record";
import { emptyResult, type Position } from "@rostrum/core/protocol";
import { driftOf } from "./drift.ts";
import { panelHealth } from "./health.ts";
import type { LabelledDebate } from "./labelled.ts";

function debate(gold: number, answers: Record<string, number>, more: object = {}): LabelledDebate {
  const groups = [...new Set(Object.values(answers))];
  const positions = Object.entries(answers).map(([debater, answer]): Position => ({
    debater,
    round: 0,
    status: "spoke",
    text: `Answer: ${answer}`,
    answer: String(answer),
    headline: String(answer),
    reasoning: "",
    confidence: null,
    changed: false,
    cluster: groups.indexOf(answer),
  }));
  const rounds = [{ index: 0, positions, agreement: 1, stopped: true }];
  const winner = positions[0]?.debater ?? null;
  return {
    gold: String(gold),
    result: { ...emptyResult("", `q${gold}`), rounds, winner, ...more },
  };
}

describe("panelHealth", () => {
  const debates = Array.from({ length: 40 }, (_, row) =>
    // bob copies ann, who errs on every fourth question; cid errs on others.
    debate(row, {
      ann: row % 4 === 0 ? row + 100 : row,
      bob: row % 4 === 0 ? row + 100 : row,
      cid: row % 4 === 1 ? row + 200 : row,
    }),
  );

  test("sees who copies whom, and that the panel has fewer members than it seems", () => {
    const health = panelHealth(debates, number());
    expect(health.questions).toBe(40);
    expect(health.vote).toBeCloseTo(0.75);
    expect(health.sharedErrors[0]).toEqual({ pair: ["ann", "bob"], bothWrong: 10, same: 10 });
    expect(health.effectiveMembers).toBeLessThan(3);
    expect(health.bestAlone?.difference.differs).toBe(false);
  });

  test("counts what the vote gains by each member", () => {
    const { members } = panelHealth(debates, number());
    const cid = members.find(({ name }) => name === "cid");
    expect(cid?.right).toBeCloseTo(0.75);
    // ann and bob decide together: without cid the vote is the same.
    expect(cid?.adds).toBeCloseTo(0);
  });

  test("an empty list is no reason to fail", () => {
    expect(panelHealth([], number())).toMatchObject({ questions: 0, bestAlone: null });
    expect(driftOf([], number()).holds).toBeNull();
  });
});

describe("driftOf", () => {
  const calibrated = (right: boolean, row: number): LabelledDebate =>
    debate(
      row,
      { ann: right ? row : row + 100 },
      { confidence: 0.97, confidenceBasis: "calibrated", stopReason: "decided" },
    );

  const run = (count: number, isRight: (row: number) => boolean): LabelledDebate[] =>
    Array.from({ length: count }, (_, row) => calibrated(isRight(row), row));

  test("says that a calibration holds, doesn't hold, or that it can't tell", () => {
    expect(
      driftOf(
        run(10, (row) => row > 4),
        number(),
      ).holds,
    ).toBeNull();
    expect(
      driftOf(
        run(100, (row) => row % 33 !== 5),
        number(),
      ).holds,
    ).toBe(true);
    const wrong = run(100, (row) => row % 6 !== 5);
    expect(driftOf(wrong, number())).toMatchObject({ holds: false, decidedWrong: 16 });
  });

  test("a calibration of few rows may be off by more before it no longer holds", () => {
    const debates = run(60, (row) => row % 9 !== 5);
    const of = (rows: number): number => {
      const beliefs = Array.from({ length: rows }, () => 0.97);
      const kind = { rows, classes: [], beliefs, misses: [] };
      const calibration = { version: 1 as const, kinds: { exact: kind } };
      return driftOf(debates, number(), { calibration }).evidence;
    };
    expect(of(20)).toBeLessThan(of(2000) / 2);
  });

  test("looking after every debate raises no more alarms than one look at the end may", () => {
    const random = createRandom("drift");
    const runs = Array.from({ length: 60 }, () => run(60, () => random() < 0.97));
    const alarms = runs.filter((debates) => driftOf(debates, number()).holds === false).length;
    expect(alarms).toBeLessThanOrEqual(3);
  });
});
