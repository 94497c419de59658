import { describe, expect, test } from "vitest";
import {
  choice,
  Debate,
  debate,
  judged,
  number,
  type DebateConfig,
  type DebateResult,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { faulty, type ScriptedReply } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import {
  answering,
  inSection,
  lastTurn,
  named,
  panelSaying,
  promptOf,
  says,
} from "../support/panel.ts";

const QUESTION = "What is the answer?";

function judging(said: ScriptedReply, config: Partial<DebateConfig> = {}): Promise<DebateResult> {
  return debate(QUESTION, {
    debaters: named({ ANN: "red", BEN: "blue", CAT: "blue" }),
    judge: says(said),
    rounds: 0,
    anonymous: false,
    limits: { retries: 0 },
    ...config,
  });
}
const readLine = (text: string): string => /(foo|bar)$/.exec(text)?.[0] ?? "";
const pick = { decide: judged({ mode: "pick" }) };

describe("what the judge is given", () => {
  test("the question, the context, every last position in a fence, and the form to answer in", async () => {
    const judge = says("Answer: red");
    const question = { text: QUESTION, context: "A brown document." };
    await debate(question, {
      debaters: panelSaying("red", "blue"),
      judge,
      rounds: 0,
      anonymous: false,
    });
    const [request] = judge.requests;
    expect(request).toMatchObject({ role: "judge", round: 1, question: QUESTION });
    expect(request).not.toHaveProperty("debater");
    expect(request?.messages).toHaveLength(2);
    expect(request?.messages[0]?.content).toContain("A brown document.");
    const turn = lastTurn(request!);
    expect(turn.startsWith(QUESTION)).toBe(true);
    expect(turn).toMatch(/\[\[(\w+) begin: debater_0\]\]\nred\n\[\[\1 end: debater_0\]\]/);
    expect(turn).toMatch(/\n\[\[answer (\w+)\]\]\n<.*>\n\[\[end \1\]\]$/);
  });

  test("pick: the labels, exactly as written", async () => {
    const judge = says("ANN: fine");
    await debate(QUESTION, {
      debaters: named({ ANN: "a", BEN: "b" }),
      judge,
      ...pick,
      rounds: 0,
      anonymous: false,
    });
    expect(lastTurn(judge.requests[0]!)).toContain("The labels are: ANN, BEN.");
  });

  test("transcript: all rounds; latest: the last one", async () => {
    for (const [show, seen] of [
      ["transcript", true],
      ["latest", false],
    ] as const) {
      const judge = says("Answer: x");
      const debaters = panelSaying(["older walrus", "newer seal"], "an otter");
      await debate(QUESTION, {
        debaters,
        judge,
        rounds: 1,
        revise: "everyone",
        stop: "never",
        show,
      });
      expect(promptOf(judge.requests[0]!).includes("older walrus")).toBe(seen);
      expect(promptOf(judge.requests[0]!)).toContain("newer seal");
    }
  });

  test("its own instructions, temperature and length", async () => {
    const model = says("Answer: red");
    const judge = { model, instructions: "Mind the law.", temperature: 0, maxOutputTokens: 99 };
    await debate(QUESTION, {
      debaters: panelSaying("a", "b"),
      judge,
      rounds: 0,
    });
    expect(model.requests[0]).toMatchObject({ temperature: 0, maxOutputTokens: 99 });
    expect(model.requests[0]?.system).toContain("Mind the law.");
  });

  test("no tools, whatever the debaters have", async () => {
    const model = says("Answer: red");
    const judge = { model, tools: { look_up: {} } };
    await debate(QUESTION, {
      debaters: panelSaying("a", "b"),
      judge,
      rounds: 0,
    });
    expect(model.requests[0]).not.toHaveProperty("tools");
  });
});

describe("synthesis", () => {
  test("an answer that a debater gave has that debater as its winner; the rest dissent", async () => {
    const result = await judging(answering("Blue", 0.7));
    expect(result).toMatchObject({
      answer: "Blue",
      winner: "BEN",
      confidence: 0.7,
      confidenceBasis: "judge",
    });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["ANN"]);
    expect(result.reasoning).toBe("because");
  });

  test("an answer that nobody gave has no winner, and everybody dissents", async () => {
    const result = await judging("Answer: green");
    expect(result).toMatchObject({
      answer: "green",
      winner: null,
      confidence: null,
      confidenceBasis: null,
    });
    expect(result.dissent).toHaveLength(3);
    expect(result.integrity).toMatchObject({ fallback: null, degraded: false });
  });

  test("a judge without a confidence leaves the cluster's own", async () => {
    const debaters = panelSaying(answering("red", 0.9), answering("blue", 0.2));
    const result = await judging("Answer: red", { debaters });
    expect(result).toMatchObject({ confidence: 0.9, confidenceBasis: "self_reported" });
  });

  test.each([
    ["number", "7", "8"],
    [choice(["red", "blue"]), "red", "blue"],
    ["exact", "xx", "yy"],
    ["math", "x+1", "x+2"],
    ["auto", "7", "8"],
    [{ read: readLine, same: (one: unknown, other: unknown) => one === other }, "foo", "bar"],
  ] as const)(
    "the label of a position with another value than the answer does not count: %o",
    async (answer, stated, given) => {
      const result = await judging(`Position: ANN\nAnswer: ${given}`, {
        answer: answer as never,
        debaters: named({ ANN: stated, BEN: stated, CAT: given }),
      });
      expect(result).toMatchObject({ winner: "CAT", agreement: 1 / 3, escalateToHuman: true });
      expect(result.dissent.map(({ debater }) => debater)).toEqual(["ANN", "BEN"]);
    },
  );

  test.each([
    ["a line before prose", () => "Position: BEN\n\nRent it, since prices fall."],
    ["a line before a label", () => "**Position: <BEN>**\nAnswer: Rent it, since prices fall."],
    [
      "the same line twice",
      (request) =>
        `Position: BEN\n\nSo far.\n\nPosition: BEN\n${inSection(request, "Rent it, since prices fall.")}`,
    ],
    [
      "the first line of the section",
      (request) => inSection(request, "Position: BEN\n\nRent it, since prices fall."),
    ],
  ] satisfies [string, ModelFunction][])(
    "its line with the position is not part of the answer: %s",
    async (_, judge) => {
      const result = await judging("", {
        debaters: named({ ANN: "Buy it", BEN: "Rent it", CAT: "Rent it" }),
        judge,
      });
      const answer = "Rent it, since prices fall";
      expect(result).toMatchObject({ answer, headline: answer, winner: "BEN", agreement: 2 / 3 });
      expect(result.integrity.degraded).toBe(false);
    },
  );

  test("its label doesn't count if its answer is another position's, word for word", async () => {
    const result = await judging("Position: ANN\nAnswer: Wait", {
      debaters: named({ ANN: "Ship", BEN: "Ship", CAT: "Wait" }),
    });
    expect(result).toMatchObject({ answer: "Wait", winner: "CAT", agreement: 1 / 3 });
    expect(result.escalateToHuman).toBe(true);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["ANN", "BEN"]);
    expect(result.warnings.join()).toContain("The judge decided against");
  });

  test("a line with the position and nothing else is no answer", async () => {
    const result = await judging("Position: BEN");
    expect(result.integrity).toMatchObject({ fallback: "majority", degraded: true });
  });

  test("the answer has the type of the answer kind", async () => {
    const result = await debate(QUESTION, {
      debaters: panelSaying("41", "42"),
      judge: says("I make it 42 in all.\nAnswer: $42.00"),
      answer: number(),
      rounds: 0,
    });
    expect(result.answer).toBe(42);
  });
});

describe("pick", () => {
  test("the winner's draft is the text, the verdict is the judgment", async () => {
    const result = await judging("**ANN**: BEN and CAT guess.", pick);
    expect(result).toMatchObject({ winner: "ANN", answer: "red", text: "red" });
    expect(result.decision).toMatchObject({
      method: "judged",
      judgment: "**ANN**: BEN and CAT guess.",
    });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["BEN", "CAT"]);
  });

  test("a label of somebody who has no position picks nobody", async () => {
    const debaters = named({ ANN: "red", BEN: "blue", CAT: "" });
    const result = await judging("CAT: best", { debaters, ...pick });
    expect(result.integrity.fallback).toBe("majority");
    expect(result.winner).toBe("ANN");
  });
});

describe("a judge that can't decide falls back to the vote, visibly", () => {
  test.each([
    { what: "fails", said: { error: "down" }, judgment: undefined, completed: 3 },
    { what: "is silent", said: "", judgment: "", completed: 4 },
    {
      what: "is cut off",
      said: { text: "Answer: re", finishReason: "length" },
      judgment: "Answer: re",
      completed: 4,
    },
    {
      what: "names nobody",
      said: "All are fine.",
      ...pick,
      judgment: "All are fine.",
      completed: 4,
    },
    {
      what: "names two",
      said: "ANN and BEN tie.",
      ...pick,
      judgment: "ANN and BEN tie.",
      completed: 4,
    },
  ] as {
    what: string;
    said: ScriptedReply;
    decide?: DebateConfig["decide"];
    judgment?: string;
    completed: number;
  }[])("it $what", async ({ said, decide, judgment, completed }) => {
    const result = await judging(said, decide ? { decide } : {});
    expect(result).toMatchObject({ answer: "blue", winner: "BEN", usage: { calls: 4 } });
    expect(result.decision.judgment).toBe(judgment);
    expect(result.decision.method).toBe("majority");
    expect(result.integrity).toMatchObject({
      fallback: "majority",
      degraded: true,
      planned: 4,
      completed,
    });
  });

  test("garbage of its answer kind", async () => {
    const result = await debate(QUESTION, {
      debaters: panelSaying("41", "42", "42"),
      judge: faulty([{ type: "garbage" }]),
      answer: number(),
      rounds: 0,
    });
    expect(result).toMatchObject({ answer: 42, integrity: { fallback: "majority" } });
  });

  test("a judge that hangs is given up after limits.timeoutMs", async () => {
    const judge = faulty([{ type: "hang", deaf: true }]);
    const result = await judging("", { judge, limits: { retries: 0, timeoutMs: 5 } });
    expect(result.integrity).toMatchObject({ fallback: "majority", degraded: true });
  });

  test("a judge is tried again like anybody else", async () => {
    const judge = faulty([{ type: "rate_limited" }, { type: "rate_limited" }, "Answer: red"]);
    const result = await judging("", { judge, limits: { retries: 2 } });
    expect(result).toMatchObject({ answer: "red", usage: { calls: 6 } });
    expect(result.integrity).toMatchObject({ fallback: null, degraded: false });
  });
});

describe("the judge's place in the budget", () => {
  test("its call is set aside before the round: 2 + 1 calls fit, 2 don't", async () => {
    const config = { debaters: panelSaying("red", "blue"), rounds: 0 };
    const fits = await debate(QUESTION, {
      ...config,
      judge: says("Answer: red"),
      budget: { calls: 3 },
    });
    expect(fits).toMatchObject({ usage: { calls: 3 }, decision: { method: "judged" } });
    const judge = says("never asked");
    const error = await rejection(debate(QUESTION, { ...config, judge, budget: { calls: 2 } }));
    expect(error.name).toBe("BudgetExceededError");
    expect(judge.requests).toHaveLength(0);
  });

  test("a round that would eat the judge's call is not held", async () => {
    const result = await debate(QUESTION, {
      debaters: panelSaying("red", "blue"),
      judge: says("Answer: red"),
      rounds: 3,
      revise: "everyone",
      stop: "never",
      budget: { calls: 6 },
    });
    expect(result).toMatchObject({ stopReason: "budget", usage: { calls: 5 } });
    expect(result.decision.method).toBe("judged");
  });

  // Positions longer than anybody was allowed to write: the room that was set aside is too small.
  const tooLong = (onExceeded: "stop" | "throw"): DebateConfig => ({
    debaters: panelSaying(`red ${"x".repeat(9000)}`, `blue ${"x".repeat(9000)}`).map((model) => ({
      model,
      maxOutputTokens: 10,
    })),
    judge: { model: says("never asked"), maxOutputTokens: 10 },
    rounds: 0,
    budget: { tokens: 6000, onExceeded },
  });

  test("no room for its call after all: the vote decides, visibly", async () => {
    const { types, result } = await watch(new Debate(tooLong("stop")));
    expect(types).toContain("debate.budget_exceeded");
    expect(types).not.toContain("debate.judging");
    expect(result?.integrity).toMatchObject({ fallback: "majority", degraded: true });
  });

  test("no room for its call after all, under throw: an error with the rounds in it", async () => {
    const error = await rejection(debate(QUESTION, tooLong("throw")));
    expect(error.name).toBe("BudgetExceededError");
    expect(error.partial?.rounds).toHaveLength(1);
  });
});

test("judged without a judge is a ConfigError that says so", async () => {
  const error = await rejection(
    debate(QUESTION, { debaters: panelSaying("a", "b"), decide: "judged" }),
  );
  expect(error.message).toContain("judge: expected a judge, since decide is judged");
});
