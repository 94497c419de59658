import { afterEach, describe, expect, test } from "vitest";
import {
  Debate,
  memoryJournal,
  PanelFailedError,
  type DebateConfig,
  type DebateEvent,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { says } from "../support/panel.ts";

let server: OpenAiServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Spends `hidden` tokens before its first visible word, and is cut off when they don't fit. */
function reasoner(hidden: number): ModelFunction & { limits: number[] } {
  const limits: number[] = [];
  const model: ModelFunction = ({ maxOutputTokens = 0 }) => {
    limits.push(maxOutputTokens);
    const used = Math.min(hidden + 10, maxOutputTokens);
    const usage = { inputTokens: 50, outputTokens: used, reasoningTokens: Math.min(used, hidden) };
    return used < hidden + 10
      ? { text: "", finishReason: "length", usage }
      : { text: "Answer: 42\nConfidence: 0.9", finishReason: "stop", usage };
  };
  return Object.assign(model, { limits });
}

const calm = says("Answer: 42\nConfidence: 0.9");
const price = { input: 1, output: 1 };

function panel(model: ModelFunction, more: Partial<DebateConfig> = {}): Debate {
  return new Debate({ debaters: [model, calm], rounds: 0, ...more });
}

describe("a reply cut off at its limit", () => {
  test("is asked again once with twice the room, and the result says so", async () => {
    const model = reasoner(3000);
    const events: DebateEvent[] = [];
    const result = await panel(model).run("q", { onEvent: (event) => void events.push(event) });
    expect(model.limits).toEqual([2048, 4096]);
    expect(result.integrity).toMatchObject({ degraded: false, truncated: 0 });
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      status: "spoke",
      attempts: 2,
      maxOutputTokens: 4096,
    });
    expect(result.warnings.join()).toContain("Set maxOutputTokens to 4096 or more");
    const response = events.find(
      (event) => event.type === "debate.response" && (event.calls[0]?.attempts ?? 0) > 1,
    );
    expect(response).toMatchObject({ calls: [{ attempts: 2, maxOutputTokens: 4096 }] });
    expect(result.usage).toMatchObject({ calls: 3 });
  });

  test("over HTTP as well", async () => {
    server = await openAiServer(({ body }) =>
      Number(body["max_tokens"]) < 4000
        ? { reply: "", finish: "length" }
        : { reply: "Answer: 42\nConfidence: 0.9" },
    );
    const result = await new Debate({
      debaters: `compat:tiny@${server.url}*2`,
      rounds: 0,
    }).run("q");
    expect(result).toMatchObject({ answer: "42", integrity: { degraded: false } });
    const limits = server.received
      .map(({ body }) => Number(body["max_tokens"]))
      .sort((a, b) => a - b);
    expect(limits).toEqual([2048, 2048, 4096, 4096]);
  });

  test("is not asked again without retries, nor a second time", async () => {
    const once = reasoner(3000);
    const result = await panel(once, { limits: { retries: 0 } }).run("q");
    expect(once.limits).toEqual([2048]);
    expect(result.integrity).toMatchObject({ truncated: 1, degraded: true });
    expect(result.warnings.join()).toMatch(/cut off at its output limit of 2048.*maxOutputTokens/);
    const twice = reasoner(90_000);
    await panel(twice, { limits: { retries: 5 } }).run("q");
    expect(twice.limits).toEqual([2048, 4096]);
  });

  test("is not asked again where the larger call doesn't fit the budget", async () => {
    const run = async (tokens: number): Promise<number[]> => {
      const model = reasoner(3000);
      const debaters = [model, calm].map((each) => ({ model: each, price }));
      const result = await new Debate({ debaters, rounds: 0, budget: { tokens } }).run("q");
      expect(result.integrity.truncated).toBe(model.limits.length === 1 ? 1 : 0);
      return model.limits;
    };
    const once = { debaters: [reasoner(1), calm], rounds: 0, limits: { retries: 0 } };
    const { tokens } = await new Debate(once).plan("q");
    expect(await run(tokens.max + 1000)).toEqual([2048]);
    expect(await run(tokens.max * 2)).toEqual([2048, 4096]);
  });

  test("stays where it is when the larger request is refused", async () => {
    const model: ModelFunction = ({ maxOutputTokens = 0 }) => {
      if (maxOutputTokens > 2048) throw Object.assign(new Error("max_tokens"), { status: 400 });
      return { text: "Answer: 4", finishReason: "length" };
    };
    const { rounds, integrity } = await panel(model).run("q");
    expect(rounds[0]?.positions[0]).toMatchObject({
      status: "unread",
      text: "Answer: 4",
      attempts: 2,
    });
    expect(integrity.dropped).toEqual([]);
  });

  test("is replayed from the journal as it ended, without another call", async () => {
    const journal = memoryJournal();
    const model = reasoner(3000);
    const config = { journal, debaters: [model, calm, calm], rounds: 0, seed: 3 };
    const first = await new Debate(config).run("q", { id: "run" });
    const replayed = await new Debate(config).replay("run");
    const again = await new Debate(config).run("q", { id: "run" });
    expect(model.limits).toEqual([2048, 4096]);
    const { rounds, usage } = first;
    expect(replayed).toMatchObject({ answer: "42", rounds });
    expect(again).toMatchObject({ answer: "42", rounds, usage });
  });

  test("is the judge's too", async () => {
    const judge = reasoner(3000);
    const debaters = [says("Answer: 41"), says("Answer: 42"), says("Answer: 43")];
    const result = await new Debate({ debaters, judge, rounds: 0 }).run("q");
    expect(judge.limits).toEqual([2048, 4096]);
    expect(result.integrity.fallback).toBeNull();
    expect(result.warnings.join()).toContain("A reply of the judge was cut off, and was complete");
  });
});

describe("a run whose replies stay cut off", () => {
  const failing = (
    journal = memoryJournal(),
  ): [DebateConfig, ModelFunction & { limits: number[] }] => {
    const model = reasoner(10_000);
    return [{ debaters: [model, model], rounds: 0, journal }, model];
  };

  test("names maxOutputTokens in its error", async () => {
    const [config] = failing();
    const run = new Debate(config).run("q");
    await expect(run).rejects.toThrow(PanelFailedError);
    await expect(run).rejects.toThrow(/cut off at maxOutputTokens 4096.*raise maxOutputTokens/);
  });

  test("goes on with a larger limit under the same id, and asks nobody again with the same one", async () => {
    const [config, model] = failing();
    await expect(new Debate(config).run("q", { id: "run" })).rejects.toThrow(PanelFailedError);
    await expect(new Debate(config).run("q", { id: "run" })).rejects.toThrow("maxOutputTokens");
    expect(model.limits).toEqual([2048, 2048, 4096, 4096]);
    const larger = { ...config, debaters: [0, 1].map(() => ({ model, maxOutputTokens: 20_000 })) };
    const result = await new Debate(larger).run("q", { id: "run" });
    expect(result).toMatchObject({ answer: "42", integrity: { degraded: false, unread: 0 } });
    expect(model.limits.slice(4)).toEqual([20_000, 20_000]);
    expect(await new Debate(larger).run("q", { id: "run" })).toMatchObject({ answer: "42" });
    expect(model.limits).toHaveLength(6);
  });
});

describe("a round without an answer says what came and what was expected", () => {
  const said = (...texts: string[]): DebateConfig["debaters"] => texts.map((text) => () => text);

  test.each([
    [{ type: "number" } as const, "expected a number"],
    [{ type: "choice", options: ["red", "blue"] } as const, "expected one of red, blue"],
  ])("%j", async (answer, words) => {
    const config = {
      debaters: said("I would rather not say.", "\u0007No\u202e\nidea."),
      answer,
      rounds: 0,
    };
    const run = new Debate(config as DebateConfig).run("q");
    await expect(run).rejects.toThrow(words);
    await expect(run).rejects.toThrow('debater_0: "I would rather not say."');
    await expect(run).rejects.toThrow('debater_1: "No idea."');
  });

  test("the same trouble is told once, with everybody's name", async () => {
    const broken: ModelFunction = () => {
      throw new Error("the model is on fire");
    };
    const config = { debaters: [broken, broken, broken], limits: { retries: 0 } };
    const error = await new Debate(config).run("q").catch((thrown: unknown) => thrown as Error);
    expect((error as Error).message.match(/on fire/g)).toHaveLength(1);
    expect((error as Error).message).toContain(
      "debater_0: the model is on fire (the same for debater_1 and debater_2)",
    );
  });
});
