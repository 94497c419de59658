import { describe, expect, test } from "vitest";
import { number } from "../../answers/answer-kinds.ts";
import { emptyResult } from "../../protocol/empty-result.ts";
import type { Position } from "../../protocol/position.ts";
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

  test("says that a calibration holds, doesn't hold, or that it can't tell", () => {
    const runs = (count: number, wrong: number): LabelledDebate[] =>
      Array.from({ length: count }, (_, row) => calibrated(row >= wrong, row));
    expect(driftOf(runs(10, 5), number()).holds).toBeNull();
    expect(driftOf(runs(100, 3), number()).holds).toBe(true);
    expect(driftOf(runs(100, 12), number())).toMatchObject({ holds: false, decidedWrong: 12 });
  });
});
