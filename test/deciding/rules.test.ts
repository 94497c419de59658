import { describe, expect, test } from "vitest";
import {
  agreement,
  central,
  debate,
  majority,
  never,
  stable,
  unanimous,
  weighted,
  type Ballot,
  type DebateConfig,
  type StopState,
} from "../../packages/rostrum/src/index.ts";
import type { ScriptedReply } from "../../packages/runtime/src/testing/index.ts";
import { rejection } from "../support/outcomes.ts";
import { answering, panelSaying } from "../support/panel.ts";

const QUESTION = "What is the answer?";
type Lists = (ScriptedReply | readonly ScriptedReply[])[];

function hold(lists: Lists, config: Partial<DebateConfig>) {
  return debate(QUESTION, {
    debaters: panelSaying(...lists),
    rounds: 4,
    revise: "everyone",
    limits: { retries: 0 },
    ...config,
  });
}

describe("stop rules", () => {
  const settling: Lists = [
    ["a", "a"],
    ["b", "a"],
    ["c", "c", "a"],
  ];

  test.each([
    { stop: "unanimous", rounds: 3, revise: "everyone", stopReason: "agreed", converged: true },
    { stop: unanimous(), rounds: 3, revise: "everyone", stopReason: "agreed", converged: true },
    {
      stop: { type: "agreement", share: 0.6 },
      rounds: 2,
      revise: "everyone",
      stopReason: "agreed",
      converged: true,
    },
    {
      stop: agreement(2 / 3),
      rounds: 2,
      revise: "everyone",
      stopReason: "agreed",
      converged: true,
    },
    { stop: "agreement", rounds: 3, revise: "everyone", stopReason: "agreed", converged: true },
    { stop: undefined, rounds: 3, revise: "everyone", stopReason: "agreed", converged: true },
    { stop: "stable", rounds: 4, revise: "everyone", stopReason: "stable", converged: false },
    { stop: stable(2), rounds: 5, revise: "everyone", stopReason: "stable", converged: false },
    { stop: never(), rounds: 5, revise: "everyone", stopReason: "max_rounds", converged: false },
    { stop: [], rounds: 5, revise: "everyone", stopReason: "max_rounds", converged: false },
    {
      stop: ["stable", "unanimous"],
      rounds: 3,
      revise: "everyone",
      stopReason: "agreed",
      converged: true,
    },
    {
      stop: [agreement(0.3), "never"],
      rounds: 1,
      stopReason: "agreed",
      converged: true,
    },
  ] as { stop: DebateConfig["stop"]; rounds: number; stopReason: string; converged: boolean }[])(
    "$stop stops after $rounds rounds: $stopReason",
    async ({ stop, rounds, stopReason, converged }) => {
      const result = await hold(settling, { stop });
      expect(result.rounds).toHaveLength(rounds);
      expect(result).toMatchObject({ stopReason, converged });
      expect(result.rounds.map(({ stopped }) => stopped)).toEqual(
        result.rounds.map((_, index) => index === rounds - 1 && stopReason !== "max_rounds"),
      );
    },
  );

  test("a function sees the round just finished; its own word is the reason", async () => {
    const states: StopState[] = [];
    const result = await hold([[answering("a", 0.5)], [answering("b", 0.7), answering("a", 0.9)]], {
      stop: (state) => {
        states.push(structuredClone(state));
        return state.round === 1 && "seen enough";
      },
    });
    expect(result).toMatchObject({ stopReason: "seen enough", converged: false });
    expect(states[1]).toMatchObject({
      question: QUESTION,
      round: 1,
      agreement: 1,
      clusters: [{ answer: "a", members: [0, 1], speaker: 1, confidence: 0.7 }],
    });
    expect(states[1]?.rounds).toHaveLength(2);
    expect(states[1]?.rounds[1]?.positions[1]).toMatchObject({ changed: true, cluster: 0 });
  });

  test("true stops under the function's name, or as stopped", async () => {
    const enough = (): boolean => true;
    expect((await hold(settling, { stop: enough })).stopReason).toBe("enough");
    expect((await hold(settling, { stop: [() => true] })).stopReason).toBe("stopped");
  });

  test.each([false, "", undefined, null])(
    "a function that returns %j does not stop",
    async (said) => {
      const result = await hold(settling, {
        stop: () => said as never,
        rounds: 1,
        revise: "everyone",
      });
      expect(result.stopReason).toBe("max_rounds");
    },
  );

  test("a function that returns anything else is an error, not a stop: a promise is always true", async () => {
    const error = await rejection(hold(settling, { stop: async () => false as never } as never));
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain("stop: expected true, false or a reason");
    expect(error.partial?.rounds[0]?.positions[0]?.text).toBe("a");
  });

  test("a rule that throws ends the run with its error as the cause, nothing finished lost", async () => {
    const cause = new Error("my own bug");
    const stop = (): never => {
      throw cause;
    };
    const error = await rejection(hold(settling, { stop }));
    expect(error).toMatchObject({
      name: "RostrumError",
      message: "stop: the function threw an error: my own bug",
      cause,
    });
    expect(error.partial?.rounds[0]?.positions.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });

  test("stable counts rounds without a change of answer, not of words", async () => {
    const result = await hold(
      [
        ["red", "Red."],
        ["blue", "blue"],
      ],
      { stop: stable() },
    );
    expect(result.rounds).toHaveLength(2);
  });
});

describe("decisions", () => {
  const votes = [answering("red", 0.9), answering("blue", 0.6), answering("blue")];

  test.each([
    {
      decide: "majority",
      answer: "blue",
      winner: "debater_1",
      confidence: 0.6,
      method: "majority",
    },
    {
      decide: majority(),
      answer: "blue",
      winner: "debater_1",
      confidence: 0.6,
      method: "majority",
    },
    {
      decide: "weighted",
      answer: "blue",
      winner: "debater_1",
      confidence: 0.6,
      method: "weighted",
    },
    { decide: central(), answer: "blue", winner: "debater_1", confidence: 0.6, method: "central" },
  ] as const)("$decide → $answer", async ({ decide, method, ...expected }) => {
    const result = await hold(votes, { decide, rounds: 0 });
    expect(result).toMatchObject(expected);
    expect(result.decision).toMatchObject({ method, basis: "lexical" });
    expect(result.dissent.map(({ debater, answer }) => [debater, answer])).toEqual([
      ["debater_0", "red"],
    ]);
  });

  test("weighted: a vote without a confidence weighs half, and stays null in the report", async () => {
    const result = await hold([answering("red", 0.9), "blue", "blue"], {
      decide: weighted(),
      rounds: 0,
    });
    expect(result.decision.tally.map(({ answer, weight }) => [answer, weight])).toEqual([
      ["blue", 1],
      ["red", 0.9],
    ]);
    expect(result).toMatchObject({ answer: "blue", confidence: null, confidenceBasis: null });
  });

  test("weighted: equal weights go to the cluster that comes first in the panel, and lead the tally", async () => {
    const lists = [answering("red", 1), answering("blue", 0.5), answering("blue", 0.5)];
    const result = await hold(lists, { decide: "weighted", rounds: 0 });
    expect(result.answer).toBe("red");
    expect(result.decision.tally.map(({ answer }) => answer)).toEqual(["red", "blue"]);
  });

  test("a function names the debater whose answer stands", async () => {
    const ballots: Ballot[] = [];
    function boldest(ballot: Ballot): string | null {
      ballots.push(structuredClone(ballot));
      return ballot.votes[0]?.debater ?? null;
    }
    const result = await hold(["", ...votes], { decide: boldest, rounds: 0 });
    expect(result).toMatchObject({ answer: "red", winner: "debater_1", text: votes[0] });
    expect(result.decision.method).toBe("boldest");
    expect(ballots[0]).toMatchObject({
      question: QUESTION,
      weights: [1, 1, 1, 1],
      clusters: [
        { members: [2, 3], answer: "blue" },
        { members: [1], answer: "red" },
      ],
    });
    expect(ballots[0]?.votes.map(({ debater }) => debater)).toEqual([
      "debater_1",
      "debater_2",
      "debater_3",
    ]);
  });

  test("a function that returns null leaves it to the majority", async () => {
    const result = await hold(votes, { decide: () => null, rounds: 0 });
    expect(result).toMatchObject({ answer: "blue", decision: { method: "majority" } });
    expect(result.integrity).toMatchObject({ fallback: null, degraded: false });
  });

  test("a function that names nobody who voted falls back to the majority, visibly", async () => {
    const result = await hold(votes, { decide: () => "NOBODY", rounds: 0 });
    expect(result).toMatchObject({ answer: "blue", decision: { method: "majority" } });
    expect(result.integrity).toMatchObject({ fallback: "majority", degraded: true });
  });

  test("votes are each member's latest spoken answer, also from an earlier round", async () => {
    const result = await hold(
      [
        ["red", { error: "down" }],
        ["red", ""],
        ["blue", "blue"],
      ],
      {
        rounds: 1,
        revise: "everyone",
        stop: "never",
      },
    );
    expect(result).toMatchObject({ answer: "red", winner: "debater_0" });
    expect(result.rounds.at(-1)?.agreement).toBeCloseTo(1 / 3, 12);
    expect(result.agreement).toBeCloseTo(2 / 3, 12);
    expect(result.decision.tally.map(({ answer, votes: n }) => [answer, n])).toEqual([
      ["red", 2],
      ["blue", 1],
    ]);
  });

  test("what cheaper methods would have said is kept beside the answer", async () => {
    const priced = (text: string, tokens: number) => ({
      text,
      usage: { inputTokens: tokens, outputTokens: tokens },
      costUsd: tokens / 1000,
    });
    const result = await hold(
      [
        [priced(answering("red", 0.2), 1), priced("blue", 10)],
        [priced(answering("green", 0.9), 2), priced("blue", 10)],
        [priced("red", 3), priced("red", 10)],
      ],
      { rounds: 1, revise: "everyone", stop: "never" },
    );
    expect(result.answer).toBe("blue");
    expect(result.whatIf.single).toEqual({ answer: "red", calls: 1, tokens: 2, usd: 0.001 });
    expect(result.whatIf.bestSingle).toEqual({ answer: "green", calls: 1, tokens: 4, usd: 0.002 });
    expect(result.whatIf.roundZeroVote).toMatchObject({ answer: "red", calls: 3, tokens: 12 });
    expect(result.whatIf.roundZeroVote.usd).toBeCloseTo(0.006, 12);
    expect(result.whatIf.changed.map(({ debater, from, to }) => [debater, from, to])).toEqual([
      ["debater_0", "red", "blue"],
      ["debater_1", "green", "blue"],
    ]);
  });
});

describe("polling by a function", () => {
  const lists: Lists = ["red", "red", "blue", "green"];

  test("a function asks in its own order and ends round 0 with an empty list", async () => {
    const seen: unknown[] = [];
    const debaters = panelSaying(...lists);
    const result = await debate(QUESTION, {
      debaters,
      rounds: 0,
      poll: ({ asked, size, clusters, positions }) => {
        seen.push({
          asked: [...asked],
          size,
          lead: clusters[0]?.members,
          statuses: positions.map((p) => p.status),
        });
        if (asked.length === 0) return [3, 1];
        return asked.length === 2 ? [0] : [];
      },
    });
    expect(debaters.map(({ requests }) => requests.length)).toEqual([1, 1, 0, 1]);
    expect(seen).toEqual([
      { asked: [], size: 4, lead: undefined, statuses: [] },
      { asked: [1, 3], size: 4, lead: [1], statuses: ["not_asked", "spoke", "not_asked", "spoke"] },
      {
        asked: [1, 3, 0],
        size: 4,
        lead: [0, 1],
        statuses: ["spoke", "spoke", "not_asked", "spoke"],
      },
    ]);
    expect(result.rounds[0]?.positions.map(({ status }) => status)).toEqual([
      "spoke",
      "spoke",
      "not_asked",
      "spoke",
    ]);
    expect(result.agreement).toBeCloseTo(2 / 3, 12);
    expect(result.integrity).toMatchObject({ planned: 3, completed: 3, degraded: false });
  });

  test("quorum counts the members asked", async () => {
    const one = await hold(["red", "blue", "blue"], {
      rounds: 0,
      poll: ({ asked }) => (asked.length ? [] : [0]),
    });
    expect(one).toMatchObject({ answer: "red", agreement: 1, usage: { calls: 1 } });
  });

  test.each([
    {
      what: "an index that doesn't exist",
      poll: () => [9],
      words: "panel indexes from 0 to 3, got 9",
    },
    { what: "nobody to begin with", poll: () => [], words: "at least one debater" },
  ])("$what is a ConfigError", async ({ poll, words }) => {
    const error = await rejection(hold(lists, { rounds: 0, poll }));
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain(`poll: expected ${words}`);
  });

  test("a budget that ends the poll keeps what was said", async () => {
    const result = await hold(lists, {
      rounds: 0,
      budget: { calls: 2 },
      poll: ({ asked }) => [asked.length],
    });
    expect(result).toMatchObject({ stopReason: "budget", answer: "red", usage: { calls: 2 } });
  });
});
