import { NO_SPEND } from "../../packages/core/src/protocol/spend.ts";
import { describe, expect, test } from "vitest";
import {
  createBudget,
  Debate,
  debate,
  type BudgetLimits,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { faulty, scripted } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const price = { input: 2, output: 10 };

/** Three debaters who disagree for ever, with known usage and price. */
function panel(usage = { inputTokens: 100, outputTokens: 10 }, maxOutputTokens = 50): DebateConfig {
  const model = scripted(({ debater }) => ({ text: `Answer: ${debater}`, usage }));
  return {
    debaters: [0, 1, 2].map(() => ({ model, price, maxOutputTokens })),
    rounds: 5,
    revise: "everyone",
    stop: "never",
    answer: "exact",
  };
}

describe("caps", () => {
  test("calls: a whole round fits or doesn't start", async () => {
    for (const [calls, made] of [
      [3, 3],
      [5, 3],
      [6, 6],
      [17, 15],
      [18, 18],
    ] as const) {
      const result = await debate(QUESTION, { ...panel(), budget: { calls } });
      expect(result.usage.calls).toBe(made);
      expect(result.stopReason).toBe(made === 18 ? "max_rounds" : "budget");
      expect(result.rounds).toHaveLength(made / 3);
      expect(result.integrity.degraded).toBe(false);
      const warning = result.warnings.find((text) => text.includes("revision round"));
      if (made === 3)
        expect(warning).toBe(
          `No revision round: in the worst case, the next step would take 3 calls, and the limit of ${calls} calls leaves ${calls - made} calls.`,
        );
      else if (made < 18)
        expect(warning).toMatch(/^No more than \d revision rounds?: in the worst/);
      else expect(warning).toBeUndefined();
    }
  });

  test("tokens: the worst case is set aside, what was really used is charged", async () => {
    const countDebates = async (usage: { inputTokens: number; outputTokens: number }) => {
      const budget = createBudget({ tokens: 6000 });
      for (let held = 0; ; held++) {
        const next = debate(QUESTION, { ...panel(usage), rounds: 0, budget });
        if (
          await next.then(
            () => false,
            ({ name }) => name === "BudgetExceededError",
          )
        ) {
          expect(budget.spent().tokens).toBeLessThanOrEqual(6000);
          return held;
        }
      }
    };
    const thrifty = await countDebates({ inputTokens: 100, outputTokens: 10 });
    const lavish = await countDebates({ inputTokens: 900, outputTokens: 50 });
    expect(thrifty).toBeGreaterThan(lavish);
    expect(lavish).toBeGreaterThan(0);
  });

  test("tokens: usage that nobody reports is charged at its worst case, not as nothing", async () => {
    const silent = { ...panel(), debaters: panelSaying("a", "b", "c") };
    const told = await debate(QUESTION, { ...panel(), budget: { tokens: 20_000 } });
    const untold = await debate(QUESTION, { ...silent, budget: { tokens: 20_000 } });
    expect(told.rounds.length).toBeGreaterThan(untold.rounds.length);
    expect(untold).toMatchObject({ stopReason: "budget", usage: { inputTokens: null } });
  });

  test("usd: priced calls stop before the cap", async () => {
    const cap = 0.008;
    const result = await debate(QUESTION, { ...panel(), budget: { usd: cap } });
    expect(result.costUsd).toBeLessThanOrEqual(cap);
    expect(result).toMatchObject({ stopReason: "budget" });
    expect(result.costUsd).toBeCloseTo((result.usage.calls * 300) / 1e6, 12);
  });

  test("usd: what a provider says a call cost counts, whatever the price list says", async () => {
    const model = says({ text: "red", usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 0.004 });
    const debaters = [0, 1].map(() => ({ model, price: { input: 0, output: 0 } }));
    const budget = createBudget({ usd: 1 });
    const result = await debate(QUESTION, { debaters, rounds: 0, budget });
    expect(result.costUsd).toBe(0.008);
    expect(budget.spent().usd).toBe(0.008);
  });

  test.each([
    {
      what: "a debater",
      config: { debaters: [says("a"), { model: says("b"), price }] },
      who: "debater_0",
    },
    { what: "the judge", config: { judge: says("j") }, who: "judge" },
    {
      what: "the router",
      config: { route: { type: "confident" as const, model: says("r") } },
      who: "router",
    },
  ])(
    "usd: $what of unknown price is a ConfigError, and nobody is called",
    async ({ config, who }) => {
      const make = (budget: DebateConfig["budget"]): unknown =>
        new Debate({ ...panel(), ...config, budget });
      expect(() => make({ usd: 1 })).toThrow(
        `budget.usd: expected a known price for every model, got none for ${who}`,
      );
      expect(() => make(createBudget({ usd: 1 }))).toThrow(who);
      expect(() => make({ tokens: 1 })).not.toThrow();
    },
  );

  test("usd: all models of unknown price are named at once", () => {
    const config = {
      debaters: [says("a"), { model: says("b"), price }, says("c")],
      judge: says("j"),
    };
    expect(() => new Debate({ ...config, budget: { usd: 1 } })).toThrow(
      /got none for debater_0 \([^)]+\), debater_2 \([^)]+\), judge \([^)]+\)\. /,
    );
  });

  test("usd: the price of a server's own model is asked for in the form of the config", () => {
    const debaters = "compat:mine@http://127.0.0.1:1/v1*3";
    expect(() => new Debate({ debaters, budget: { usd: 1 } })).toThrow(
      /Give it a price, in US dollars per million tokens: `\{ model: "…", price: \{ input: 3, output: 15 \} \}`, or limit/,
    );
  });

  test("usd: a free model is a known price", async () => {
    const debaters = panelSaying("a", "a").map((model) => ({
      model,
      price: { input: 0, output: 0 },
    }));
    const result = await debate(QUESTION, {
      debaters,
      rounds: 0,
      budget: { usd: 0 },
    });
    expect(result.answer).toBe("a");
  });

  test("ms: a spent time budget ends calls in flight, and the debate with what it has", async () => {
    const hangsLater = ({ round }: ModelRequest) =>
      round === 0 ? "red" : new Promise<never>(() => undefined);
    const debaters = [hangsLater, hangsLater, hangsLater];
    const config = {
      debaters,
      stop: "never" as const,
      revise: "everyone" as const,
      budget: { ms: 300 },
    };
    const result = await debate(QUESTION, config);
    expect(result).toMatchObject({
      answer: "red",
      stopReason: "budget",
      integrity: { degraded: true },
    });
    expect(result.rounds).toHaveLength(2);
    expect(result.warnings[0]).toMatch(/: the time limit of 300 ms was used up\.$/);
  });

  test("usd, tokens: rounds that a cap leaves out are named once", async () => {
    for (const budget of [{ usd: 0.04 }, { tokens: 10_000 }]) {
      const { stopReason, warnings } = await debate(QUESTION, { ...panel(), budget });
      expect(stopReason).toBe("budget");
      expect(warnings.filter((warning) => /revision round/.test(warning))).toHaveLength(1);
    }
  });

  test("ms: nothing finished in time is a BudgetExceededError", async () => {
    const debaters = [faulty([{ type: "hang" }]), faulty([{ type: "hang", deaf: true }])];
    const error = await rejection(debate(QUESTION, { debaters, budget: { ms: 300 } }));
    expect(error).toMatchObject({
      name: "BudgetExceededError",
      shortage: { limit: "ms", cap: 300 },
    });
    expect(error.partial?.rounds[0]?.positions.map(({ status }) => status)).toEqual([
      "failed",
      "failed",
    ]);
  });
});

describe("what happens at a cap", () => {
  test("nothing fits at all: BudgetExceededError, nobody is called, whatever onExceeded says", async () => {
    for (const onExceeded of ["stop", "throw"] as const) {
      const model = says("red");
      const budget = { calls: 2, onExceeded };
      const error = await rejection(debate(QUESTION, { debaters: model, budget }));
      expect(error).toMatchObject({
        name: "BudgetExceededError",
        shortage: { limit: "calls", cap: 2, spent: 0, needed: 3 },
      });
      expect(error.message).toBe(
        "budget.calls: the next step may need 3 calls, and 2 of 2 calls are left",
      );
      expect(model.requests).toHaveLength(0);
    }
  });

  test("throw: the error names the cap and carries every finished round", async () => {
    const config = { ...panel(), budget: { calls: 7, onExceeded: "throw" } as BudgetLimits };
    const error = await rejection(debate(QUESTION, config));
    expect(error).toMatchObject({ shortage: { limit: "calls", cap: 7, spent: 6, needed: 3 } });
    expect(error.message).toBe(
      "budget.calls: the next step may need 3 calls, and 1 of 7 calls is left",
    );
    expect(error.partial?.rounds).toHaveLength(2);
    expect(error.partial?.costUsd).toBeCloseTo(6 * 0.0003, 12);
  });

  test("events: a warning when four fifths are spent, once; then exceeded", async () => {
    const { stored } = await watch(new Debate({ ...panel(), budget: { calls: 7 } }));
    const budget = stored.filter(({ type }) => type.startsWith("debate.budget"));
    expect(budget).toMatchObject([
      { type: "debate.budget_warning", limit: "calls", spent: 6, cap: 7 },
      { type: "debate.budget_exceeded", shortage: { limit: "calls", needed: 3 } },
    ]);
  });

  test("models that count more tokens than estimated: the warning comes with the last round too, and the result says that the limit was exceeded", async () => {
    const reply = { text: "Answer: red", usage: { inputTokens: 80_000, outputTokens: 20 } };
    const debaters = [0, 1, 2].map(() => ({ model: () => reply, price: { input: 3, output: 15 } }));
    const budget = { usd: 0.5, tokens: 300_000 };
    const { stored, result } = await watch(new Debate({ debaters, budget }));
    expect(result?.warnings.filter((warning) => warning.includes("more than the limit"))).toEqual([
      "$0.72 was spent, $0.22 more than the limit of $0.50. Models may count more tokens in a prompt than rostrum estimates.",
    ]);
    expect(stored.filter(({ type }) => type === "debate.budget_warning")).toMatchObject([
      { limit: "usd", cap: 0.5 },
      { limit: "tokens", cap: 300_000 },
    ]);
    const enough = await debate(QUESTION, { debaters, budget: { usd: 0.8 } });
    expect(enough.warnings.join()).not.toContain("more than the limit");
  });

  test("retries are attempts: they count, and stop where the cap is", async () => {
    const flaky = faulty([{ type: "rate_limited" }, { type: "rate_limited" }, "red"]);
    const debaters = [flaky, ...panelSaying("red", "red")];
    const result = await debate(QUESTION, {
      debaters,
      rounds: 0,
      limits: { retries: 5 },
      budget: { calls: 4 },
    });
    expect(flaky.calls).toBe(2);
    expect(result).toMatchObject({
      usage: { calls: 4 },
      answer: "red",
      integrity: { degraded: true },
    });
  });

  test("a router's call is charged; one that doesn't fit is skipped", async () => {
    const router = says('{"answer": "red", "confidence": 0.1}');
    const config = {
      ...panel(),
      rounds: 0,
      route: { type: "confident" as const, model: router },
    };
    const charged = await debate(QUESTION, { ...config, budget: { calls: 4 } });
    expect(charged.usage.calls).toBe(4);
    const skipped = await rejection(debate(QUESTION, { ...config, budget: { calls: 0 } }));
    expect(skipped.name).toBe("BudgetExceededError");
    expect(router.requests).toHaveLength(1);
  });
});

describe("a shared budget", () => {
  test("adds up over debates one after the other", async () => {
    const budget = createBudget({ calls: 9 });
    const first = await debate(QUESTION, { ...panel(), rounds: 1, revise: "everyone", budget });
    const second = await debate(QUESTION, { ...panel(), rounds: 1, revise: "everyone", budget });
    expect(first).toMatchObject({ usage: { calls: 6 }, stopReason: "max_rounds" });
    expect(second).toMatchObject({ usage: { calls: 3 }, stopReason: "budget" });
    expect(budget.spent()).toMatchObject({ calls: 9, tokens: 9 * 110 });
    expect(budget.spent().usd).toBeCloseTo(9 * 0.0003, 12);
  });

  test("what a debate set aside and didn't use is free again", async () => {
    const budget = createBudget({ calls: 11 });
    const judge = { model: says("never asked"), price };
    const debaters = panelSaying("red", "red").map((model) => ({ model, price }));
    for (let times = 0; times < 5; times++)
      await debate(QUESTION, { debaters, judge, rounds: 0, budget: budget });
    expect(budget.spent().calls).toBe(10);
  });

  test("a refusal says how much of it other running debates hold, and the money is free afterwards", async () => {
    const budget = createBudget({ calls: 5 });
    const late = Promise.withResolvers<string>();
    const slow: DebateConfig = { ...panel(), debaters: [() => late.promise, says("2"), says("3")] };
    const first = debate(QUESTION, { ...slow, rounds: 0, budget });
    const refusal = await rejection(debate(QUESTION, { ...panel(), budget }));
    expect(refusal).toMatchObject({
      message:
        "budget.calls: the next step may need 3 calls, and 2 of 5 calls are left. " +
        "Other running debates hold 3 calls, and free what they don't use",
      shortage: { limit: "calls", cap: 5, spent: 3, needed: 3, heldByOthers: 3 },
    });
    late.resolve("Answer: 1");
    await first;
    expect(budget.spent().calls).toBe(3);
  });

  test("a debate that ends early for it says so too", async () => {
    const budget = createBudget({ calls: 8 });
    const late = Promise.withResolvers<string>();
    const slow: DebateConfig = { ...panel(), debaters: [() => late.promise, says("2"), says("3")] };
    const first = debate(QUESTION, { ...slow, rounds: 0, budget });
    const { stopReason, warnings } = await debate(QUESTION, { ...panel(), budget });
    late.resolve("Answer: 1");
    await first;
    expect(stopReason).toBe("budget");
    expect(warnings.find((text) => text.includes("revision round"))).toMatch(
      /the limit of 8 calls leaves \d calls?\. Other running debates held \d calls? of it\.$/,
    );
  });

  test("changing the limits object after createBudget() changes nothing", () => {
    const limits = { calls: 1 };
    const budget = createBudget(limits);
    limits.calls = 99;
    expect(budget.limits.calls).toBe(1);
    expect(budget.open().reserve({ ...NO_SPEND, calls: 2 })).toMatchObject({
      limit: "calls",
      cap: 1,
    });
  });
});
