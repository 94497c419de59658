import { describe, expect, test } from "vitest";
import type { KindCalibration, ReplayRow } from "../protocol/calibration.ts";
import { createBeliefModelFrom } from "./posterior.ts";
import { choosePollStep } from "./sequential.ts";

const NAMES = ["ann", "bob", "cid", "dan"];
const reliability = { ann: 0.97, bob: 0.97, cid: 0.6, dan: 0.6 };
const classes = [{ share: 1, reliability, otherwise: 0.8, sharing: 0.3, traps: 0.01 }];
const many = (belief: number, count: number): number[] =>
  Array.from({ length: count }, () => belief);

/** Whether the poll is sure after its two best members agreed. */
function isSure(known: Partial<KindCalibration>): boolean {
  const learned = { rows: 100, classes, beliefs: [], misses: [], ...known };
  const next = choosePollStep({
    beliefModel: createBeliefModelFrom(NAMES, {
      ...learned,
      correction: { intercept: 0, slope: 1 },
    }),
    groups: [[0, 1]],
    asked: [0, 1],
    target: 0.97,
    first: 2,
    batch: 1,
    costs: [],
    learned: true,
    mayGiveUp: true,
  });
  return next.type === "sure";
}

describe("when a poll may be sure", () => {
  test("with enough sure rows, few of them wrong", () => {
    expect(isSure({ beliefs: many(0.98, 80), misses: many(0.98, 1) })).toBe(true);
    expect(isSure({ beliefs: many(0.98, 80), misses: many(0.98, 4) })).toBe(false);
    expect(isSure({ beliefs: many(0.98, 20) })).toBe(false);
    // One error in 60 sure rows is too often luck.
    expect(isSure({ beliefs: many(0.98, 60), misses: many(0.98, 1) })).toBe(false);
    expect(isSure({})).toBe(false);
  });

  test("not if rows that are nearly sure are often wrong, though no sure row is", () => {
    const beliefs = [...many(0.98, 70), ...many(0.9, 40)];
    expect(isSure({ beliefs })).toBe(true);
    expect(isSure({ beliefs, misses: many(0.9, 6) })).toBe(false);
    // Far from sure, errors are expected.
    expect(isSure({ beliefs: [...many(0.98, 70), ...many(0.6, 40)], misses: many(0.6, 20) })).toBe(
      true,
    );
  });

  test("rows count as the poll would have asked, not as the whole panel did", () => {
    const beliefs = many(0.98, 100);
    const folds = [classes];
    const rows = (misled: number): ReplayRow[] =>
      // The poll asks the first two; the others could have told it that they are wrong.
      Array.from({ length: 100 }, (_, row) => ({
        said: row < misled ? [1, 1, 0, 0] : [0, 0, 0, 0],
        right: 0,
        fold: 0,
      }));
    expect(isSure({ beliefs, replay: { members: NAMES, rows: rows(0), folds } })).toBe(true);
    expect(isSure({ beliefs, replay: { members: NAMES, rows: rows(8), folds } })).toBe(false);
    // The rows may know the members in another order.
    const turned = rows(8).map((row) => ({ ...row, said: row.said.toReversed() }));
    const replay = { members: NAMES.toReversed(), rows: turned, folds };
    expect(isSure({ beliefs, replay })).toBe(false);
  });
});
