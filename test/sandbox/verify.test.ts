import { describe, expect, test } from "vitest";
import { Debate, number, type Ballot, type Verifier } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const QUESTION = "What is 6 times 7?";

function panel(
  answers: string[][],
  verify: Verifier<number>,
  more: object = {},
): { debate: Debate<number>; models: ReturnType<typeof scripted>[] } {
  const models = answers.map((replies) =>
    scripted(
      replies.map((reply) => `Answer: ${reply}`),
      { repeatLast: true },
    ),
  );
  return {
    models,
    debate: new Debate<number>({
      debaters: models,
      answer: number(),
      rounds: 2,
      revise: "everyone",
      verify,
      ...more,
    }),
  };
}

const truth: Verifier<number> = (answer) => (answer === 42 ? "ok" : "refuted");

describe("a checker", () => {
  test("locks an answer that it finds right, against the majority and without another round", async () => {
    const { debate } = panel([["41"], ["41"], ["42"]], truth);
    const result = await debate.run(QUESTION);
    expect(result).toMatchObject({
      answer: 42,
      stopReason: "verified",
      winner: "debater_2",
      escalateToHuman: false,
      usage: { calls: 3 },
    });
    expect(result.decision.method).toBe("verified");
    expect(result.decision.tally).toHaveLength(2);
    expect(result.rounds[0]?.positions.map(({ verdict }) => verdict)).toEqual([
      "refuted",
      "refuted",
      "ok",
    ]);
  });

  test("vetoes a refuted answer, and shows that to all", async () => {
    const knows: Verifier<number> = (answer) => (answer === 41 ? "refuted" : "unknown");
    const { debate, models } = panel([["41"], ["41"], ["42"]], knows, {
      rounds: 1,
      revise: "everyone",
      stop: "never",
    });
    const result = await debate.run(QUESTION);
    expect(result.answer).toBe(42);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["debater_0", "debater_1"]);
    const told = models.map(({ requests }) => requests[1]?.messages.at(-1)?.content ?? "");
    for (const text of told) expect(text).toContain("found that this answer is wrong");
  });

  test.each([
    ["central", "central"],
    ["a function that names its member", () => "debater_0"],
  ] as const)("lets no refuted answer win under %s", async (_, decide) => {
    const knows: Verifier<number> = (answer) => (answer === 41 ? "refuted" : "unknown");
    const { debate } = panel([["41"], ["41"], ["42"]], knows, { rounds: 0, decide });
    const result = await debate.run(QUESTION);
    expect(result).toMatchObject({ answer: 42, winner: "debater_2" });
    expect(result.agreement).toBeCloseTo(1 / 3, 12);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["debater_0", "debater_1"]);
    expect(result.decision.tally.map(({ debaters }) => debaters)).toEqual([
      ["debater_0", "debater_1"],
      ["debater_2"],
    ]);
  });

  test("shows a decision function only the answers that may win", async () => {
    const ballots: Ballot[] = [];
    const knows: Verifier<number> = (answer) => (answer === 41 ? "refuted" : "unknown");
    const { debate } = panel([["41"], ["42"], ["43"]], knows, {
      rounds: 0,
      decide: (ballot: Ballot) => {
        ballots.push(ballot);
        return "debater_2";
      },
    });
    expect((await debate.run(QUESTION)).answer).toBe(43);
    expect(ballots[0]?.votes.map(({ answer }) => answer)).toEqual(["42", "43"]);
  });

  test("gives no answer when all are refuted, and asks for a person", async () => {
    const { debate } = panel([["40"], ["41"], ["41"]], truth, { rounds: 0 });
    const result = await debate.run(QUESTION);
    expect(result).toMatchObject({ answer: null, winner: null, escalateToHuman: true });
    expect(result.decision.method).toBe("vetoed");
  });

  test("is asked once an answer, and knows nothing when it throws", async () => {
    const asked: number[] = [];
    const broken: Verifier<number> = (answer) => {
      asked.push(answer);
      throw new Error("no calculator");
    };
    const { debate } = panel([["41"], ["41"], ["42"]], broken, { stop: "never" });
    expect((await debate.run(QUESTION)).answer).toBe(41);
    expect(new Set(asked)).toEqual(new Set([41, 42]));
    expect(asked).toHaveLength(2);
  });

  test("overrules a judge that brings a refuted answer back", async () => {
    const { debate } = panel(
      [["41"], ["41"], ["43"]],
      (answer) => (answer === 41 ? "refuted" : "unknown"),
      {
        rounds: 0,
        judge: scripted(["Answer: 41"]),
      },
    );
    const result = await debate.run(QUESTION);
    expect(result.answer).toBe(43);
    expect(result.integrity).toMatchObject({ degraded: true, fallback: "majority" });
  });

  test("can be told to do neither", async () => {
    const { debate } = panel([["41"], ["41"], ["42"]], truth, {
      rounds: 0,
      verify: { check: truth, lock: false, veto: false },
    });
    expect((await debate.run(QUESTION)).answer).toBe(41);
  });

  test.each([
    ["few agree", [["42"], ["42"], ["41"], ["43"], ["44"]], {}],
    ["a tie", [["42"], ["41"]], {}],
    ["a judge chose it", [["41"], ["41"], ["42"]], { judge: () => "Answer: 42" }],
    ["a judge found it", [["41"], ["41"], ["43"]], { judge: () => "Answer: 42" }],
  ])(
    "an answer that it confirmed does not escalate without `lock` either: %s",
    async (_, replies, config) => {
      const verify = { check: (answer: unknown) => (answer === 42 ? "ok" : "unknown") } as const;
      const escalates = async (check: object): Promise<boolean> => {
        const { debate } = panel(replies, truth, { rounds: 0, verify: check as never, ...config });
        const result = await debate.run(QUESTION);
        expect(result.answer).toBe(42);
        return result.escalateToHuman;
      };
      expect(await escalates({ ...verify, lock: false })).toBe(false);
      // That an answer fits a schema doesn't show that it is right.
      expect(await escalates({ schema: { type: "number" } })).toBe(true);
    },
  );
});
