import { describe, expect, test } from "vitest";
import {
  debate,
  memoryJournal,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { scripted, type ScriptedReply } from "../../packages/runtime/src/testing/index.ts";
import { conductor } from "../support/conductor.ts";
import { lasting, rejection } from "../support/outcomes.ts";
import {
  answering,
  callsOf,
  lastTurn,
  named,
  panelSaying,
  promptOf,
  says,
} from "../support/panel.ts";

const QUESTION = "What is the answer?";

function vote(
  replies: readonly (ScriptedReply | readonly ScriptedReply[])[],
  config: Partial<DebateConfig> = {},
): Promise<DebateResult> {
  const limits = { retries: 0 };
  return debate(QUESTION, {
    debaters: panelSaying(...replies),
    rounds: 0,
    limits,
    ...config,
  });
}

describe("fault: word overlap passes for agreement", () => {
  const padding = "After going through all of it with great care I conclude that the answer is";
  test.each([
    ["The answer is 42", "The answer is 43"],
    [`${padding} 42`, `${padding} 43`],
    ["The clause is enforceable", "The clause is not enforceable"],
    [`${padding} that it is allowed`, `${padding} that it isn't allowed`],
    [answering("It rose by 3 per cent last year"), answering("It rose by 4 per cent last year")],
    ["Option A is the right one here", "Option B is the right one here"],
  ])("%j and %j don't converge", async (one, other) => {
    expect(await vote([one, other])).toMatchObject({ agreement: 0.5, converged: false });
  });

  test.each([
    ["Paris", "Paris."],
    ["Paris", "**Paris**"],
    ["paris", '"Paris"'],
    ["The answer is 42.", "42"],
  ])("%j and %j converge", async (one, other) => {
    expect(await vote([one, other])).toMatchObject({ agreement: 1, converged: true });
  });
});

describe("fault: odd replies crash a debate or poison the score", () => {
  const odd: [what: string, text: string][] = [
    ["a bare number", "42"],
    ["a JSON string", '"42"'],
    ["an array", "[42]"],
    ["an array of words", '["a", "b"]'],
    ["an array of objects", '[{"answer": 42}]'],
    ["JSON null", "null"],
    ["JSON true", "true"],
    ["an empty object", "{}"],
    ["nested answers", '{"answer": {"answer": {"value": 42}}}'],
    ["confidence high", '{"answer": 42, "confidence": "high"}'],
    ["confidence null", '{"answer": 42, "confidence": null}'],
    ["confidence 95", '{"answer": 42, "confidence": 95}'],
    ["confidence -3", '{"answer": 42, "confidence": -3}'],
    ["confidence NaN", '{"answer": 42, "confidence": NaN}'],
    ["confidence an object", '{"answer": 42, "confidence": {"value": 1}}'],
    ["broken JSON", '{"answer": 42, "confidence": 0.'],
    ["a prototype", '{"__proto__": {"answer": 1}, "answer": 42}'],
  ];
  test.each(odd)(
    "%s is read or set aside, and confidence stays in 0..1 or null",
    async (_what, text) => {
      const result = await vote([text, "42", "42"]);
      expect(result.answer).toBe("42");
      const [position] = result.rounds[0]?.positions ?? [];
      expect(["spoke", "unread"]).toContain(position?.status);
      const confidence = position?.confidence ?? null;
      expect(confidence === null || (confidence >= 0 && confidence <= 1)).toBe(true);
      expect(Number.isFinite(result.agreement)).toBe(true);
    },
  );

  const broken: [what: string, reply: unknown][] = [
    ["a number", 42],
    ["nothing", undefined],
    ["null", null],
    ["an object without text", { content: "42" }],
    ["a text that is no string", { text: 42 }],
    ["a list", ["42"]],
  ];
  test.each(broken)(
    "a model function that returns %s has failed, and only it",
    async (_what, reply) => {
      const model = (() => reply) as never;
      const debaters = [model, ...panelSaying("42", "42")];
      const result = await debate(QUESTION, { debaters, rounds: 0 });
      expect(result).toMatchObject({ answer: "42", integrity: { degraded: true } });
      expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "failed" });
      expect(result.integrity.dropped[0]?.error).toContain("a string or { text }");
    },
  );

  test("answer 0 is an answer", async () => {
    const result = await vote(['{"answer": 0}', "0", '{"answer": "0"}'], { answer: "auto" });
    expect(result).toMatchObject({ answer: "0", agreement: 1, integrity: { unread: 0 } });
  });

  test("an empty answer is not an answer", async () => {
    const result = await vote(['{"answer": ""}', "red", "blue"]);
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      status: "unread",
      answer: null,
      cluster: null,
    });
    expect(result.integrity).toMatchObject({ unread: 1, degraded: true });
  });

  test("two empty answers are no consensus", async () => {
    const result = await vote(["", "", "red"], { stop: { type: "agreement", share: 0.5 } });
    expect(result).toMatchObject({ answer: "red", converged: false });
    expect(result.agreement).toBeCloseTo(1 / 3, 12);
    expect((await rejection(vote(["", ""]))).name).toBe("PanelFailedError");
  });
});

describe("fault: one failing debater kills the run, one cut off votes silently", () => {
  test("a failing debater is dropped for the round, named, and asked again in the next", async () => {
    const result = await vote([["red", "red"], "red", [{ error: "no credit" }, "red"]], {
      rounds: 1,
      revise: "everyone" as const,
      stop: "never",
    });
    expect(result.rounds[0]?.positions[2]).toMatchObject({ status: "failed", error: "no credit" });
    expect(result.rounds[1]?.positions[2]).toMatchObject({ status: "spoke", answer: "red" });
    expect(result.integrity).toMatchObject({
      degraded: true,
      dropped: [{ debater: "debater_2", round: 0, error: "no credit" }],
    });
  });

  test("a debater cut off mid-answer doesn't vote, and is counted", async () => {
    const cut = { text: "The answer is 4", finishReason: "length" };
    const result = await vote([cut, "41", "41"]);
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      status: "unread",
      truncated: true,
      answer: null,
      text: "The answer is 4",
    });
    expect(result).toMatchObject({ answer: "41", integrity: { truncated: 1, degraded: true } });
    expect(result.agreement).toBeCloseTo(2 / 3, 12);
  });
});

describe("fault: budgets and totals that miss part of the spend", () => {
  const priced = (text: string) => ({ text, usage: { inputTokens: 100, outputTokens: 10 } });
  const price = { input: 1, output: 10 };
  const panel = (): DebateConfig => ({
    debaters: panelSaying(priced("a"), priced("b")).map((model) => ({ model, price })),
    judge: { model: says(priced("Answer: a")), price },
    route: { type: "confident", model: says(priced(answering("a", 0.2))) },
    rounds: 0,
  });

  test("the budget is charged: it forbids what doesn't fit", async () => {
    const model = says(priced("a"));
    const debaters = [
      { model, price },
      { model, price },
    ];
    const error = await rejection(debate(QUESTION, { debaters, budget: { usd: 0.0001 } }));
    expect(error.name).toBe("BudgetExceededError");
    expect(model.requests).toHaveLength(0);
  });

  test("router and judge are in the totals", async () => {
    const result = await debate(QUESTION, panel());
    expect(result.usage).toMatchObject({ calls: 4, inputTokens: 400, outputTokens: 40 });
  });

  test("an unknown price makes the total unknown, not cheaper", async () => {
    expect((await debate(QUESTION, panel())).costUsd).toBeNull();
    const { route: _unpriced, ...known } = panel();
    expect((await debate(QUESTION, known)).costUsd).toBeCloseTo((3 * 200) / 1e6, 12);
  });

  test("an unknown usage makes the sum unknown, not zero", async () => {
    const { usage, costUsd, whatIf } = await vote([priced("a"), "a"]);
    expect(usage).toMatchObject({ calls: 2, inputTokens: null, outputTokens: null });
    expect({ costUsd, tokens: whatIf.roundZeroVote.tokens }).toEqual({
      costUsd: null,
      tokens: null,
    });
    expect(whatIf.single.tokens).toBe(110);
  });

  test("a money cap over a model of unknown price is refused, not guessed", async () => {
    const error = await rejection(debate(QUESTION, { ...panel(), budget: { usd: 5 } }));
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain("budget.usd");
    expect(error.message).toContain("router");
  });
});

describe("fault: prompts and decisions", () => {
  test('"restate your answer word for word" comes with the answer to restate', async () => {
    const debaters = panelSaying("my own walrus", "an otter");
    await debate(QUESTION, {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      stop: "never",
      prompts: "critique",
    });
    const turn = lastTurn(debaters[0]!.requests[1]!);
    expect(turn).toMatch(/restate/i);
    expect(turn).toContain("my own walrus");
  });

  test("two debaters in full disagreement score 0.5 and do escalate", async () => {
    expect(await vote(["yes", "no"])).toMatchObject({ agreement: 0.5, escalateToHuman: true });
  });

  test("clusters don't depend on the order of the answers", async () => {
    const replies = ["a b c d e f g", "a b c d e f h", "a b c d e h i", "x y z"];
    const answer = { type: "text", similarity: 0.7 } as const;
    const partition = async (order: readonly number[]): Promise<string[]> => {
      const { decision } = await vote(
        order.map((at) => replies[at]!),
        { answer },
      );
      return decision.tally
        .map(({ debaters }) =>
          debaters
            .map((name) => `${order[Number(name.slice(8))]}`)
            .toSorted()
            .join(),
        )
        .sort();
    };
    const expected = await partition([0, 1, 2, 3]);
    for (const order of [
      [3, 2, 1, 0],
      [1, 0, 3, 2],
      [2, 0, 1, 3],
      [1, 2, 0, 3],
    ]) {
      expect(await partition(order)).toEqual(expected);
    }
  });

  test("a 1-of-5 minority never wins as converged", async () => {
    const result = await vote(["a", "b", "c", "d", "e"]);
    expect(result).toMatchObject({ agreement: 0.2, converged: false, escalateToHuman: true });
  });

  const pick = (judge: string, names: Record<string, string>): Promise<DebateResult> =>
    debate(QUESTION, {
      debaters: named(names),
      judge: says(judge),
      decide: { type: "judged", mode: "pick" },
      anonymous: false,
      rounds: 0,
    });
  test('"**AGENT_B**: better than AGENT_A" is AGENT_B', async () => {
    const result = await pick("**AGENT_B**: better than AGENT_A", {
      AGENT_A: "one",
      AGENT_B: "two",
    });
    expect(result.winner).toBe("AGENT_B");
  });
  test('"AGENT_10" is not AGENT_1', async () => {
    const result = await pick("AGENT_10: it wins", { AGENT_1: "one", AGENT_10: "ten" });
    expect(result.winner).toBe("AGENT_10");
  });
  test('of "", "", "real answer" the real one wins under every rule', async () => {
    for (const decide of ["majority", "weighted", "central"] as const) {
      expect((await vote(["", "", "real answer"], { decide })).answer).toBe("real answer");
    }
  });
});

describe("fault: replay, memory and latency", () => {
  test("a replayed run executes nothing again", async () => {
    const journal = memoryJournal();
    const debaters = panelSaying(["a", "b"], "b");
    const config = {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      stop: "never" as const,
      journal,
    };
    await debate(QUESTION, config, { id: "x" });
    const calls = callsOf(debaters);
    await debate(QUESTION, config, { id: "x" });
    expect(callsOf(debaters)).toBe(calls);
  });

  test("no memory leaks peers' earlier answers into round 0 of the next debate", async () => {
    const debaters = panelSaying("a walrus", "an otter");
    const config = {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      stop: "never" as const,
      journal: memoryJournal(),
    };
    await debate(QUESTION, config);
    await debate(QUESTION, config);
    const again = debaters.map(({ requests }) => promptOf(requests[2]!));
    for (const prompt of again) expect(prompt).not.toMatch(/walrus|otter/);
  });

  test("ties are decided by panel order, whoever replies first", async () => {
    const results = [];
    for (const pickNext of [() => 0, (waiting: number) => waiting - 1]) {
      const conduct = conductor(pickNext);
      const model = scripted(({ debater }) => `answer of ${debater}`);
      const slow = async (request: Parameters<typeof model>[0]) => {
        await conduct.turn();
        return model(request);
      };
      const run = debate(QUESTION, {
        debaters: slow,
        panelSize: 4,
        rounds: 0,
        answer: "exact",
      });
      results.push(lasting(await conduct.drive(run)));
    }
    expect(results[0]).toMatchObject({ winner: "debater_0", answer: "answer of debater_0" });
    expect(results[1]).toEqual(results[0]);
  });
});
