import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Position, Round } from "../protocol/position.ts";
import { paysToHandOver } from "./plan-stakes.ts";
import { createBeliefModelFrom, findLeading } from "./posterior.ts";
import { createClusters, findLatestVotes, countTally, measureWeight } from "./votes.ts";
import { shouldStop } from "./stop.ts";

const position = (debater: string, more: Partial<Position> = {}): Position => ({
  debater,
  round: 0,
  status: "spoke",
  text: more.answer ?? "a",
  answer: "a",
  headline: "a",
  reasoning: "",
  confidence: null,
  changed: false,
  cluster: 0,
  ...more,
});
const round = (index: number, positions: Position[], agreement = 0): Round => ({
  index,
  positions,
  agreement,
  stopped: false,
});

describe("clusters", () => {
  test("speak in the words of their most confident member, then in panel order", () => {
    const votes = [
      position("a", { answer: "red", confidence: 0.5 }),
      position("b", { answer: "Red", confidence: 0.9 }),
      position("c", { answer: "RED", confidence: 0.9 }),
      position("d", { answer: "blue" }),
      null,
    ];
    const [red, blue] = createClusters([[0, 1, 2], [3]], votes);
    expect(red).toMatchObject({ answer: "Red", speaker: 1, members: [0, 1, 2] });
    expect(red?.confidence).toBeCloseTo(2.3 / 3, 12);
    expect(blue).toEqual({
      answer: "blue",
      label: null,
      speaker: 3,
      members: [3],
      confidence: null,
    });
  });

  test("no confidence ranks below any, even below 0; the mean is of those that gave one", () => {
    const votes = [position("a"), position("b", { confidence: 0, answer: "A" }), position("c")];
    expect(createClusters([[0, 1, 2]], votes)[0]).toMatchObject({ speaker: 1, confidence: 0 });
  });
});

describe("the tally", () => {
  test("Σ weight × confidence, an unstated confidence weighing half", () => {
    const votes = [
      position("a", { confidence: 0.9 }),
      position("b"),
      position("c", { confidence: 0 }),
    ];
    const clusters = createClusters([[0, 1], [2]], votes);
    expect(countTally(clusters, votes, [2, 4, 1])).toEqual([
      { answer: "a", label: null, votes: 2, weight: 2 * 0.9 + 4 * 0.5, debaters: ["a", "b"] },
      { answer: "a", label: null, votes: 1, weight: 0, debaters: ["c"] },
    ]);
  });

  test("more weight or more confidence never counts for less", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 6 }),
        share,
        (members, more) => {
          const weigh = (extra: number): number => {
            const votes = members.map(([confidence], index) =>
              position(`${index}`, { confidence: Math.min(1, confidence + extra) }),
            );
            const clusters = createClusters([[...members.keys()]], votes);
            return measureWeight(
              clusters[0]!,
              votes,
              members.map(([, weight]) => weight),
            );
          };
          expect(weigh(more)).toBeGreaterThanOrEqual(weigh(0));
        },
      ),
    );
  });
});

describe("latest votes", () => {
  test("the last spoken or kept position of each; none for those who never had one", () => {
    const rounds = [
      round(0, [
        position("a"),
        position("b", { status: "unread" }),
        position("c"),
        position("d", { status: "not_asked" }),
      ]),
      round(1, [
        position("a", { status: "failed" }),
        position("b", { answer: "x" }),
        position("c", { status: "kept", round: 1 }),
        position("d", { status: "not_asked" }),
      ]),
    ];
    expect(
      findLatestVotes(rounds, 4).map(
        (vote) => vote && `${vote.debater} ${vote.answer} ${vote.status}`,
      ),
    ).toEqual(["a a spoke", "b x spoke", "c a kept", null]);
  });
});

describe("stop rules", () => {
  const state = (agreement: number, rounds: Round[] = []) => ({
    question: "Why?",
    round: rounds.length - 1,
    rounds,
    agreement,
    clusters: [],
  });

  test("a share of k members in n never misses its threshold by a rounding error", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        (size, some) => {
          const share = Math.min(some, size) / size;
          const sum = Array.from({ length: Math.min(some, size) }, () => 1 / size).reduce(
            (a, b) => a + b,
            0,
          );
          expect(shouldStop([{ type: "agreement", share }], state(sum))).not.toBeNull();
        },
      ),
    );
    expect(shouldStop([{ type: "agreement", share: 0.67 }], state(2 / 3))).toBeNull();
    expect(
      shouldStop(
        ["unanimous"].map((type) => ({ type: type as "unanimous" })),
        state(0.999),
      ),
    ).toBeNull();
  });

  test("the first rule that says so gives the reason", () => {
    const rules = [{ type: "never" }, () => "mine", { type: "unanimous" }] as const;
    expect(shouldStop(rules, state(1))).toEqual({ reason: "mine", converged: false });
    expect(shouldStop([], state(1))).toBeNull();
  });

  test("stable needs as many quiet rounds as it says, after the first", () => {
    const quiet = round(1, [position("a")]);
    const moved = round(1, [position("a", { changed: true })]);
    const stops = (rounds: Round[], span: number): boolean =>
      shouldStop([{ type: "stable", rounds: span }], state(0, rounds)) !== null;
    expect(stops([quiet], 1)).toBe(false);
    expect(stops([quiet, quiet], 1)).toBe(true);
    expect(stops([quiet, moved], 1)).toBe(false);
    expect(stops([quiet, moved, quiet], 2)).toBe(false);
    expect(stops([quiet, moved, quiet, quiet], 2)).toBe(true);
  });
});

test("beliefs in two groups of equally reliable members are a tie, in whatever order they add up", () => {
  const reliability = { a: 0.51, b: 0.72, c: 0.75, d: 0.75, e: 0.51, f: 0.72 };
  const difficultyClass = { share: 0.7, reliability, otherwise: 0.8, sharing: 0.6, traps: 0.02 };
  const calibration = { rows: 100, beliefs: [], misses: [], classes: [difficultyClass] };
  const beliefModel = createBeliefModelFrom(Object.keys(reliability), calibration);
  expect(
    findLeading(
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
      beliefModel,
    ).group,
  ).toBe(0);
  expect(
    findLeading(
      [
        [3, 4, 5],
        [0, 1, 2],
      ],
      beliefModel,
    ).group,
  ).toBe(0);
});

test("a question is handed over if a person costs less than an error, and not if both cost the same", () => {
  expect(paysToHandOver(1 - 0.7, { wrong: 10, person: 3 })).toBe(false);
  expect(paysToHandOver(0.31, { wrong: 10, person: 3 })).toBe(true);
});
