import { expect, test } from "vitest";
import type { Position, Round } from "../protocol/position.ts";
import { formatAnswerNumber, numberAnswers } from "./answer-numbers.ts";

function round(index: number, ...said: [string | null, number | null][]): Round {
  const positions = said.map(([answer, cluster], member): Position => ({
    debater: `d${member}`,
    round: index,
    status: "spoke",
    text: "",
    answer,
    headline: answer,
    reasoning: "",
    confidence: null,
    changed: false,
    cluster,
  }));
  return { index, positions, agreement: 0, stopped: false };
}

test("an answer keeps its number when its cluster moves up", () => {
  const rounds = [
    round(0, ["Paris", 0], ["Paris", 0], ["Lyon", 1]),
    round(1, ["Lyon", 0], ["Lyon", 0], ["Paris", 1]),
    round(2, ["Nice", 0], ["Nice", 0], [null, null]),
  ];
  expect(numberAnswers(rounds)).toEqual([
    [0, 0, 1],
    [1, 1, 0],
    [2, 2, null],
  ]);
});

test("two clusters of one round never share a number", () => {
  const rounds = [round(0, ["4", 0], ["four", 0]), round(1, ["4", 0], ["four", 1])];
  const [, second] = numberAnswers(rounds);
  expect(new Set(second).size).toBe(2);
});

test("answers are numbered from one for people", () => {
  expect([formatAnswerNumber(0), formatAnswerNumber(26)]).toEqual(["1", "27"]);
});
