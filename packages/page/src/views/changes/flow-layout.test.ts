import { describe, expect, test } from "vitest";
import { debate } from "@rostrum/runtime/api";
import { numberAnswers } from "@rostrum/core/export";
import { findChange } from "../../record/find-change.ts";
import { layOutFlow } from "./flow-layout.ts";

const LINES = [["red"], ["blue", "red"], ["red"], ["blue", "blue", "red"]];

async function rounds() {
  const { rounds: held } = await debate("Which colour?", {
    debaters: LINES.map(
      (lines) =>
        ({ round }: { round: number }) =>
          `Answer: ${lines[Math.min(round, lines.length - 1)]}`,
    ),
    answer: "exact",
    rounds: 2,
    revise: "everyone",
    stop: "never",
  });
  return held;
}

describe("a flow", () => {
  test("an answer keeps its row, whoever is in the lead", async () => {
    const held = await rounds();
    const { lanes, paths } = layOutFlow(held, numberAnswers(held), 600, 60);
    expect(lanes.map(({ answer }) => answer)).toEqual(["red", "blue"]);
    expect(paths.map((stops) => stops.map(({ number }) => number))).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
    ]);
  });

  test("everybody stands within their row, and no two on one spot", async () => {
    const held = await rounds();
    const { lanes, paths, width } = layOutFlow(held, numberAnswers(held), 600, 60);
    const spots = new Set<string>();
    for (const { x, y, number } of paths.flat()) {
      const lane = lanes.find((each) => each.number === number);
      expect(y).toBeGreaterThan(lane?.top ?? Infinity);
      expect(y).toBeLessThan((lane?.top ?? 0) + (lane?.height ?? 0));
      expect(x).toBeLessThan(width);
      spots.add(`${x} ${y}`);
    }
    expect(spots.size).toBe(12);
  });
});

test("a change of mind comes with who held the new answer before", async () => {
  const held = await rounds();
  const change = findChange(held, { round: 1, debater: "debater_1" });
  expect(change?.before?.answer).toBe("blue");
  expect(
    change?.peers.map(({ position, gaveNewAnswer }) => [position.debater, gaveNewAnswer]),
  ).toEqual([
    ["debater_0", true],
    ["debater_2", true],
    ["debater_3", false],
  ]);
  expect(findChange(held, { round: 1, debater: "debater_0" })).toBeNull();
  expect(findChange(held, { round: 9, debater: "nobody" })).toBeNull();
});
