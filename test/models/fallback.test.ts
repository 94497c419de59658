import { describe, expect, test } from "vitest";
import {
  ConfigError,
  Debate,
  ModelError,
  type DebateConfig,
  type DebateEvent,
  type Debater,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";

const price = { input: 1_000_000, output: 2_000_000 };
const usage = { inputTokens: 3, cachedInputTokens: 0, outputTokens: 2 };

/** Fails in a way that is tried again, without waiting. */
const busy = (more: object = {}): ModelFunction => {
  const model: ModelFunction = () => {
    calls += 1;
    throw new ModelError("overloaded", { status: 529, retryAfterMs: 0, ...more });
  };
  let calls = 0;
  return Object.defineProperty(model, "calls", { get: () => calls });
};
const callsOf = (model: ModelFunction): number => (model as unknown as { calls: number }).calls;

function says(text: string): ModelFunction {
  return function stand_in() {
    return { text, usage };
  };
}
const steady: Debater = { name: "steady", model: () => ({ text: "Answer: 4", usage }), price };

function panel(shaky: Debater, more: Partial<DebateConfig> = {}): Debate {
  return new Debate({
    debaters: [{ name: "shaky", ...shaky }, steady],
    rounds: 0,
    limits: { retries: 2 },
    ...more,
  });
}

describe("a fallback", () => {
  test("replies when the model has had its attempts, and is named", async () => {
    const model = busy();
    const debate = panel({ model, fallback: says("Answer: 4"), price });
    const stream = debate.stream("q");
    const events: DebateEvent[] = [];
    for await (const event of stream) events.push(event);
    const result = await stream.result;

    expect(callsOf(model)).toBe(3);
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      debater: "shaky",
      status: "spoke",
      answer: "4",
      model: "function:stand_in",
      attempts: 4,
    });
    expect(result.rounds[0]?.positions[1]).not.toHaveProperty("model");
    // Nothing is missing, so nothing is degraded; the reply says who gave it.
    expect(result.integrity).toMatchObject({ degraded: false, dropped: [] });
    expect(result.usage.calls).toBe(5);
    const response = events.find(
      (event) => event.type === "debate.response" && event.debater === "shaky",
    );
    expect(response).toMatchObject({ model: "function:stand_in" });
    expect(events.some((event) => event.type === "debate.debater_failed")).toBe(false);
    expect(debate.workers()["debater_0"]).toHaveProperty("fallback");
  });

  test("is not asked while the model replies", async () => {
    const fallback = busy();
    const result = await panel({ model: says("Answer: 4"), fallback }).run("q");
    expect(callsOf(fallback)).toBe(0);
    expect(result.rounds[0]?.positions[0]).not.toHaveProperty("model");
  });

  test("is asked at once after a refusal for good", async () => {
    const model = busy({ status: 401, retryable: false });
    const result = await panel({ model, fallback: says("Answer: 4") }).run("q");
    expect(callsOf(model)).toBe(1);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ attempts: 2, answer: "4" });
  });

  test("that fails too: both errors are told", async () => {
    const fallback = busy({ status: 500 });
    const debate = panel({ model: busy(), fallback }, { limits: { retries: 1, quorum: 1 } });
    const { integrity, usage: used } = await debate.run("q");
    expect(integrity.dropped).toEqual([
      { debater: "shaky", round: 0, error: "overloaded; fallback: overloaded" },
    ]);
    expect(used.calls).toBe(5);
  });

  test("takes over for one reply: in the next round the model is asked again", async () => {
    let round = 0;
    const model: ModelFunction = (request) => {
      round = request.round;
      if (round === 0) throw new ModelError("down", { retryable: false });
      return { text: "Answer: 5", usage };
    };
    const debate = panel({ model, fallback: says("Answer: 4") }, { rounds: 1, stop: "never" });
    const { rounds } = await debate.run("q");
    expect(rounds.map(({ positions }) => positions[0]?.model)).toEqual([
      "function:stand_in",
      undefined,
    ]);
  });
});

describe("what a fallback costs", () => {
  const fallback = { model: says("Answer: 4"), price: { input: 5e6, output: 7e6 } };
  const own = 3 * 1 + 2 * 2;
  const other = 3 * 5 + 2 * 7;

  test("is its own price; refused attempts cost nothing", async () => {
    const { costUsd, rounds } = await panel({ model: busy(), price, fallback }).run("q");
    expect(rounds[0]?.positions[0]?.costUsd).toBeCloseTo(other, 9);
    expect(costUsd).toBeCloseTo(own + other, 9);
  });

  test("is unknown when its price is, even where the model's is known", async () => {
    const debate = panel({ model: busy(), price, fallback: fallback.model });
    expect((await debate.run("q")).costUsd).toBeNull();
    expect((await debate.plan("q")).usd.max).toBeNull();
  });

  test("is unknown when an attempt before it fell silent: that may have been billed", async () => {
    const silent: ModelFunction = () => Promise.reject(new Error("socket hang up"));
    const debate = panel({ model: silent, price, fallback }, { limits: { retries: 0 } });
    const { costUsd, usage: used } = await debate.run("q");
    expect({ costUsd, tokens: used.inputTokens }).toEqual({ costUsd: null, tokens: null });
  });

  test("counts in plan() where it is dearer", async () => {
    const plain = (await panel({ model: busy(), price }).plan("q")).usd.max ?? NaN;
    const dear = (await panel({ model: busy(), price, fallback }).plan("q")).usd.max ?? NaN;
    expect(dear).toBeGreaterThan(plain);
    const cheap = { model: says("x"), price: { input: 0, output: 0 } };
    expect((await panel({ model: busy(), price, fallback: cheap }).plan("q")).usd.max).toBe(plain);
  });

  test("is held to the budget: no room, no fallback", async () => {
    const debate = panel(
      { model: busy({ retryable: false }), fallback: says("Answer: 4") },
      { budget: { calls: 2 }, limits: { quorum: 1 } },
    );
    const { usage: used, integrity } = await debate.run("q");
    expect(used.calls).toBe(2);
    expect(integrity.dropped).toEqual([
      {
        debater: "shaky",
        round: 0,
        error: "overloaded; fallback: it does not fit into the budget",
      },
    ]);
  });

  test("must be known under a usd budget", () => {
    const config = { model: busy(), price, fallback: says("x") };
    expect(() => panel(config, { budget: { usd: 1 } })).toThrow(
      "expected a known price for every model, got none for shaky (function:stand_in)",
    );
    expect(() => panel({ ...config, fallback }, { budget: { usd: 1 } })).not.toThrow();
  });
});

test.each([{}, { concurrency: 3 }])(
  "the calls of a round begin in the order of the debaters, with limits %j",
  async (limits) => {
    const begun: string[] = [];
    const debater = (name: string, more: Partial<Debater> = {}): Debater => ({
      name,
      model: () => {
        begun.push(name);
        return "Answer: 4";
      },
      ...more,
    });
    const debaters = [
      debater("ann", { fallback: says("Answer: 5") }),
      debater("bob"),
      debater("cid"),
    ];
    await new Debate({ debaters, rounds: 0, limits }).run("2 + 2?");
    expect(begun).toEqual(["ann", "bob", "cid"]);
  },
);

test.each<[unknown, string]>([
  [42, "debaters[0].fallback: expected a model id"],
  [{ price }, "debaters[0].fallback: expected a model id"],
  [{ model: "nobody/x" }, "debaters[0].fallback: unknown provider"],
  [{ model: "embedded", prise: price }, "debaters[0].fallback.prise: unknown option"],
  [{ model: "embedded", price: { input: -1, output: 0 } }, "debaters[0].fallback.price.input"],
  ["embedded*3", "debaters[0].fallback: expected embedded"],
])("fallback: %j is refused", (fallback, words) => {
  expect(() => panel({ model: busy(), fallback } as Debater)).toThrow(ConfigError);
  expect(() => panel({ model: busy(), fallback } as Debater)).toThrow(words);
});
