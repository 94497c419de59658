import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  text,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { answering, callsOf, named, panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

function vote(
  replies: readonly string[],
  config: Partial<DebateConfig> = {},
): Promise<DebateResult> {
  return debate(QUESTION, {
    debaters: panelSaying(...replies),
    rounds: 0,
    ...config,
  });
}

describe("agreement", () => {
  test("case and space variants are one answer and converge", async () => {
    const { agreement, converged, decision } = await vote(["  Hello   World  ", "hello world"]);
    expect({ agreement, converged, votes: decision.tally[0]?.votes }).toEqual({
      agreement: 1,
      converged: true,
      votes: 2,
    });
    expect((await vote(["YES", " yes ", "Yes"])).converged).toBe(true);
  });

  test.each(["auto", "text", "exact", { type: "choice", options: ["yes", "no"] }] as const)(
    "yes and no never converge (%o)",
    async (answer) => {
      const { converged, agreement } = await vote(["yes", "no"], { answer });
      expect({ converged, agreement }).toEqual({ converged: false, agreement: 0.5 });
    },
  );

  test("exact() keeps apart what differs in one character of a JSON string", async () => {
    const json = (answer: string): string => JSON.stringify({ answer });
    const exact = { answer: "exact" } as const;
    expect((await vote([json("x!"), json("x?")], exact)).agreement).toBe(0.5);
    expect((await vote(["Paris", "**Paris**", json("Paris")], exact)).agreement).toBe(1);
    expect((await vote(["Paris", "paris", "Paris."], exact)).agreement).toBeCloseTo(1 / 3, 12);
  });

  const long = "the quick brown fox jumps over the lazy dog near the old stone bridge";
  test("near-identical wording converges at similarity 0.85", async () => {
    expect((await vote([long, `${long} today`], { answer: text() })).converged).toBe(true);
  });
  test("at similarity 1.0, one extra word prevents agreement, and the same words agree", async () => {
    const strict = { answer: text({ similarity: 1 }) };
    expect((await vote([long, `${long} today`], strict)).converged).toBe(false);
    expect((await vote([long, long.toUpperCase()], strict)).converged).toBe(true);
  });
  test("loose overlap passes at 0.4 and fails at 0.85", async () => {
    const replies = ["use a queue between services", "use a cache between the services"];
    expect((await vote(replies, { answer: text({ similarity: 0.4 }) })).converged).toBe(true);
    expect((await vote(replies, { answer: text() })).converged).toBe(false);
  });

  test.each([
    { replies: ["red", "red", "red"], agreement: 1, stopped: true },
    { replies: ["red", "red", "blue"], agreement: 2 / 3, stopped: false },
    { replies: ["red", "green", "blue"], agreement: 1 / 3, stopped: false },
  ])(
    "$replies → agreement $agreement, stops at 0.8: $stopped",
    async ({ replies, agreement, stopped }) => {
      const result = await vote(replies, {
        rounds: 1,
        revise: "everyone",
        stop: { type: "agreement", share: 0.8 },
      });
      expect(result.rounds[0]?.agreement).toBeCloseTo(agreement, 12);
      expect(result.rounds[0]?.stopped).toBe(stopped);
      expect(result.converged).toBe(stopped);
    },
  );

  test("unanimous answers stop the debate, emit debate.converged, and need no judge", async () => {
    const judge = says("never asked");
    const debaters = panelSaying("red", "Red", " Red. ");
    const { types, result } = await watch(
      new Debate({ debaters, judge, rounds: 3, revise: "everyone" }),
    );
    expect(result?.stopReason).toBe("agreed");
    expect(result?.rounds).toHaveLength(1);
    expect(types.filter((type) => type === "debate.converged")).toHaveLength(1);
    expect(types).not.toContain("debate.judging");
    expect(judge.requests).toHaveLength(0);
    expect(result?.integrity).toMatchObject({ degraded: false, fallback: null });
  });

  test("with `always`, the judge is called in spite of unanimity", async () => {
    const judge = says("Answer: red, beyond doubt");
    const decide = { type: "judged", always: true } as const;
    const result = await vote(["red", "red"], { judge, decide, rounds: 3, revise: "everyone" });
    expect(judge.requests).toHaveLength(1);
    expect(result).toMatchObject({ text: "Answer: red, beyond doubt", stopReason: "agreed" });
    expect(result.decision.method).toBe("judged");
  });

  test("unanimity reached only in the last round needs no judge either", async () => {
    const judge = says("never asked");
    const debaters = panelSaying(["red", "blue"], "blue");
    const result = await debate(QUESTION, {
      debaters,
      judge,
      rounds: 1,
      revise: "everyone",
      stop: "never",
    });
    expect(judge.requests).toHaveLength(0);
    expect(result).toMatchObject({ answer: "blue", agreement: 1, stopReason: "max_rounds" });
  });
});

describe("decision", () => {
  test("the mode of the last round wins, in its most confident member's own wording", async () => {
    const result = await debate(QUESTION, {
      debaters: panelSaying(
        ["paris", answering("lyon", 0.5)],
        ["lyon", answering("Lyon", 0.9)],
        ["paris", answering("paris", 0.99)],
      ),
      rounds: 1,
      revise: "everyone",
      stop: "never",
    });
    expect(result).toMatchObject({
      answer: "Lyon",
      winner: "debater_1",
      text: answering("Lyon", 0.9),
    });
  });

  test("without confidences the first in panel order gives the wording", async () => {
    const result = await vote(["Blue", "Red.", "red", "Red"]);
    expect(result).toMatchObject({ answer: "Red", text: "Red.", winner: "debater_1" });
  });

  test("weighted: one vote of 5 × 0.9 beats two of 0.5 × 0.5", async () => {
    const [heavy, ...light] = panelSaying(
      answering("red", 0.9),
      answering("blue", 0.5),
      answering("blue", 0.5),
    );
    const result = await debate(QUESTION, {
      debaters: [{ model: heavy, weight: 5 }, ...light.map((model) => ({ model, weight: 0.5 }))],
      rounds: 0,
      decide: "weighted",
    });
    expect(result).toMatchObject({ answer: "red", confidence: 0.9 });
    expect(result.decision.tally).toEqual([
      { answer: "red", label: null, votes: 1, weight: 4.5, debaters: ["debater_0"] },
      {
        answer: "blue",
        label: null,
        votes: 2,
        weight: 0.5,
        debaters: ["debater_1", "debater_2"],
      },
    ]);
  });

  test("majority confidence is the mean of the winning cluster", async () => {
    const result = await vote([answering("a", 0.9), answering("a", 0.5), answering("b", 1)]);
    expect(result.confidence).toBeCloseTo(0.7, 12);
    expect(result.confidenceBasis).toBe("self_reported");
  });

  test("the judge's synthesis is returned verbatim", async () => {
    const verdict = "  Both have a point.\n\nAnswer: **red**\nConfidence: 80%\n";
    const result = await vote(["red", "blue"], { judge: says(verdict) });
    expect(result).toMatchObject({
      text: verdict,
      answer: "red",
      winner: "debater_0",
      confidence: 0.8,
      confidenceBasis: "judge",
    });
    expect(result.decision).toMatchObject({ method: "judged", judgment: verdict });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["debater_1"]);
  });

  test('judge pick "BOB: …" returns BOB\'s draft, the verdict kept verbatim', async () => {
    const result = await debate(QUESTION, {
      debaters: named({ ALICE: "a draft", BOB: "another one" }),
      judge: says("BOB: ALICE overlooks the cost."),
      decide: { type: "judged", mode: "pick" },
      anonymous: false,
      rounds: 0,
    });
    expect(result).toMatchObject({ winner: "BOB", text: "another one", answer: "another one" });
    expect(result.decision.judgment).toBe("BOB: ALICE overlooks the cost.");
    expect(result.integrity.fallback).toBeNull();
  });

  test.each([
    { what: "failing", said: { error: "down" }, mode: "synthesize" },
    { what: "empty", said: "", mode: "synthesize" },
    { what: "cut off", said: { text: "Answer: bl", finishReason: "length" }, mode: "synthesize" },
    { what: "failing", said: { error: "down" }, mode: "pick" },
    { what: "empty", said: "", mode: "pick" },
    { what: "indifferent", said: "Both are fine.", mode: "pick" },
  ] as const)(
    "a judge that is $what ($mode) falls back to the vote, and the result says so",
    async ({ said, mode }) => {
      const result = await vote(["red", "blue", "blue"], {
        judge: says(said),
        decide: { type: "judged", mode },
        limits: { retries: 0 },
      });
      expect(result).toMatchObject({ answer: "blue", winner: "debater_1" });
      expect(result.decision.method).toBe("majority");
      expect(result.integrity).toMatchObject({ fallback: "majority", degraded: true });
      expect(result.usage.calls).toBe(4);
    },
  );

  test("central: of two agreeing and one apart, one of the pair wins", async () => {
    const result = await vote(
      ["move to another vendor", "keep the present cloud vendor", "keep the present vendor"],
      { decide: "central" },
    );
    expect(["debater_1", "debater_2"]).toContain(result.winner);
    expect(result.decision.method).toBe("central");
  });

  test("central: equal replies are a tie, which goes to the panel's order", async () => {
    const replies = ["red", "red stone blue river", "green stone blue cloud river red", "red"];
    const result = await vote(replies, { decide: "central" });
    expect(result.winner).toBe("debater_0");
  });

  test("an empty draft never wins, and two of them are no consensus", async () => {
    const result = await vote(["", "   ", "a real answer"], { decide: "central" });
    expect(result).toMatchObject({
      winner: "debater_2",
      answer: "a real answer",
      converged: false,
    });
    const error = await rejection(vote(["", ""], { decide: "central" }));
    expect(error.name).toBe("PanelFailedError");
  });

  test("no judge is asked when another rule decides", async () => {
    const judge = says("never asked");
    await vote(["red", "blue"], { judge, decide: "majority" });
    expect(callsOf([judge])).toBe(0);
  });
});
