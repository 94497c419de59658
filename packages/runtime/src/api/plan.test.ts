import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelError, type RostrumError } from "@rostrum/core/support";
import type {
  Calibration,
  DebateConfig,
  DebatePlan,
  ModelReply,
  ModelRequest,
  PromptSet,
} from "@rostrum/core/protocol";
import { findings } from "@rostrum/core/answers";
import { estimateTokens } from "@rostrum/core/debate";
import { scripted } from "../testing/index.ts";
import { Debate } from "./debate.ts";
import { classic } from "./presets.ts";

const price = { input: 3, output: 15 };
const model = scripted(["never called"]);
const members = (count: number, more: object = {}): DebateConfig["debaters"] =>
  Array.from({ length: count }, () => ({ model, price, temperature: 1, ...more }));

const calibration: Calibration = {
  version: 1,
  kinds: {
    number: {
      rows: 50,
      beliefs: [],
      misses: [],
      correction: { intercept: 0, slope: 1 },
      classes: [
        { share: 1, reliability: { debater_0: 0.9 }, otherwise: 0.8, sharing: 0.2, traps: 0 },
      ],
    },
  },
};

function plan(config: Partial<DebateConfig>): Promise<DebatePlan> {
  return new Debate({ ...classic, debaters: members(3), ...config }).plan("Why?");
}

describe("calls", () => {
  const judge = { model, price };
  const sequential = { type: "sequential", calibration };
  test.each([
    { config: {}, calls: { min: 3, typical: 4, max: 9 } },
    { config: { rounds: 0 }, calls: { min: 3, typical: 3, max: 3 } },
    { config: { rounds: 1, debaters: members(5) }, calls: { min: 5, typical: 6, max: 10 } },
    { config: { judge }, calls: { min: 3, typical: 5, max: 10 } },
    {
      config: { judge, decide: { type: "judged", always: true } },
      calls: { min: 4, typical: 5, max: 10 },
    },
    { config: { judge, decide: "majority" }, calls: { min: 3, typical: 4, max: 9 } },
    { config: { route: "confident" }, calls: { min: 1, typical: 5, max: 10 } },
    { config: { poll: () => [0] }, calls: { min: 1, typical: 4, max: 9 } },
    { config: { stop: "never" }, calls: { min: 9, typical: 9, max: 9 } },
    // Without a calibration a sequential poll asks everybody.
    { config: { poll: "sequential" }, calls: { min: 3, typical: 4, max: 9 } },
    { config: { poll: { type: "sequential", first: 1 } }, calls: { min: 3, typical: 4, max: 9 } },
    { config: { poll: sequential }, calls: { min: 2, typical: 4, max: 9 } },
    { config: { poll: { ...sequential, first: 1 } }, calls: { min: 1, typical: 4, max: 9 } },
  ] as { config: Partial<DebateConfig>; calls: DebatePlan["calls"] }[])(
    "$config → $calls",
    async ({ config, calls }) => {
      expect((await plan(config)).calls).toEqual(calls);
    },
  );
});

test("asking again counts at most, and not as typical: models behind an id, and others where it is asked for", async () => {
  const sdk = { debaters: ["openai/gpt-5-mini", "openai/gpt-5-nano"], compare: "rules" as const };
  expect((await plan({ ...sdk, rounds: 0 })).calls).toEqual({ min: 2, typical: 2, max: 4 });
  expect((await plan({ ...sdk, rounds: 0, limits: { clarify: 0 } })).calls.max).toBe(2);
  const asked = await plan({ rounds: 0, limits: { clarify: 1 } });
  expect(asked.calls).toEqual({ min: 3, typical: 3, max: 6 });
  const unasked = await plan({ rounds: 0, limits: { clarify: 0 } });
  expect(asked.tokens.max).toBeGreaterThan(2 * unasked.tokens.max);
  expect(asked.tokens.typical).toBe(unasked.tokens.typical);
});

describe("tokens and money", () => {
  test("grow with rounds, members, the question and the length of replies", async () => {
    const base = (await plan({})).tokens.max;
    expect(base).toBeGreaterThan(9 * 2048);
    expect((await plan({ rounds: 3 })).tokens.max).toBeGreaterThan(base);
    expect((await plan({ debaters: members(4) })).tokens.max).toBeGreaterThan(base);
    expect(
      (await plan({ debaters: members(3, { maxOutputTokens: 100 }) })).tokens.max,
    ).toBeLessThan(base);
    const instructions = "word ".repeat(500);
    const instructed = (await plan({ debaters: members(3, { instructions }) })).tokens.max;
    // Every call may be tried three times.
    expect(instructed).toBeGreaterThan(base + 3 * 9 * 500);
    expect(instructed).toBeLessThan(base + 3 * 9 * 550);
    const context = "word ".repeat(1000);
    expect(
      (await new Debate({ ...classic, debaters: members(3) }).plan({ text: "Why?", context }))
        .tokens.max,
    ).toBeGreaterThan(base + 9000);
  });

  test("usd is null as soon as one price is unknown", async () => {
    expect((await plan({})).usd.max).toBeGreaterThan(0);
    expect((await plan({ judge: model })).usd.max).toBeNull();
    expect((await plan({ debaters: [{ model, price }, model] })).usd.max).toBeNull();
    expect((await plan({ judge: model, decide: "majority" })).usd.max).not.toBeNull();
  });

  test("a model with tools may take every turn of every call that has them", async () => {
    const tools = { clock: {} };
    const most = (more: object, rounds = 0): Promise<DebatePlan> =>
      plan({ debaters: members(3, { tools, ...more }), rounds });
    const { calls, tokens } = await plan({ rounds: 0 });
    const twice = await most({ maxToolSteps: 2 });
    // Every tool may be followed by a turn, and the last turn has no tools.
    expect(twice.calls.max).toBe(3 * calls.max);
    expect(twice.calls.typical).toBe(calls.typical);
    expect(twice.tokens.max).toBeGreaterThan(3 * tokens.max);
    expect((await most({ maxToolSteps: 2 }, 1)).calls.max).toBe(4 * calls.max);
    const everywhere = await most({ maxToolSteps: 2, toolsInRevisions: true }, 1);
    expect(everywhere.calls.max).toBe(6 * calls.max);
  });

  test("a typical reply has 700 tokens, or as many as its limit allows", async () => {
    const output = (maxOutputTokens: number): Promise<DebatePlan> =>
      plan({
        debaters: members(3, { maxOutputTokens, price: { input: 0, output: 1e6 } }),
        rounds: 0,
      });
    expect((await output(8000)).usd.typical).toBe(3 * 700);
    expect((await output(200)).usd.typical).toBe(3 * 200);
  });

  const question = "Which way does the river run?";
  const wordy: Partial<PromptSet> = {
    system: () => "s".repeat(3000),
    revision: ({ peers, own }) => `${"r".repeat(4000)}${peers}${own}`,
  };
  test("no debate takes more, however long everybody talks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 4 }),
        fc.nat(3),
        fc.constantFrom("latest", "transcript", "digest"),
        fc.constantFrom<NonNullable<DebateConfig["prompts"]>>(
          "classic",
          "critique",
          "revision",
          wordy,
        ),
        fc.constantFrom("synthesize", "pick"),
        fc.boolean(),
        async (lengths, rounds, show, prompts, mode, named) => {
          const talk = ({
            system,
            messages,
            maxOutputTokens = 0,
            stepId,
          }: ModelRequest): ModelReply => {
            const prompt = [system, ...messages.map(({ content }) => content)];
            const inputTokens = prompt.reduce((sum, text) => sum + estimateTokens(text), 0);
            const text = stepId.padEnd(maxOutputTokens, "x").slice(-maxOutputTokens);
            return { text, usage: { inputTokens, outputTokens: maxOutputTokens } };
          };
          const debate = new Debate({
            debaters: lengths.map((maxOutputTokens, index) => ({
              model: talk,
              maxOutputTokens,
              price,
              instructions: "i".repeat(index * 100),
              ...(named ? { name: `${index}`.repeat(64) } : {}),
            })),
            judge: { model: talk, maxOutputTokens: 50, price },
            decide: { type: "judged", mode, always: true },
            route: { type: "confident" },
            rounds,
            revise: "everyone",
            show,
            prompts,
            stop: "never",
            anonymous: !named,
            answer: { read: (text) => text, same: (a, b) => a === b },
          });
          const { tokens, usd, calls } = await debate.plan(question);
          const { usage, costUsd } = await debate.run(question);
          expect((usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)).toBeLessThanOrEqual(
            tokens.max,
          );
          expect(costUsd ?? Infinity).toBeLessThanOrEqual(usd.max ?? 0);
          expect(usage.calls).toBe(calls.max);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("nothing costs more than the maximum, whatever is cut off, fails, is retried or is asked again", async () => {
  const outcomes = fc.array(fc.constantFrom("full", "cut", "billed", "refused", "unread"), {
    minLength: 1,
    maxLength: 7,
  });
  const config = fc.record({ retries: fc.nat(3), rounds: fc.nat(2), fallback: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(outcomes, config, async (cycle, { retries, rounds, fallback }) => {
      let made = 0;
      const talk = (request: ModelRequest): ModelReply => {
        const { system, messages, maxOutputTokens: room = 0 } = request;
        const inputTokens = [system, ...messages.map(({ content }) => content)].reduce(
          (sum, text) => sum + estimateTokens(text),
          0,
        );
        const cost = (inputTokens * price.input + room * price.output) / 1e6;
        const outcome = cycle[made++ % cycle.length];
        const wait = { retryable: true, retryAfterMs: 0 };
        if (outcome === "billed") throw new ModelError("lost", { ...wait, costUsd: cost });
        if (outcome === "refused") throw new ModelError("busy", { ...wait, status: 503 });
        const answer = outcome === "unread" ? "neither of\n\nthem" : "Answer: 4";
        const finishReason = outcome === "cut" ? "length" : "stop";
        const text = answer.padEnd(room, " x").slice(0, room);
        return { text, finishReason, usage: { inputTokens, outputTokens: room } };
      };
      const member = { model: talk, price, maxOutputTokens: 40 };
      const debate = new Debate({
        debaters: Array.from({ length: 3 }, () => ({
          ...member,
          ...(fallback ? { fallback: { model: talk, price } } : {}),
        })),
        judge: member,
        decide: { type: "judged", always: true },
        answer: "number",
        rounds,
        revise: "everyone",
        stop: "never",
        limits: { retries, clarify: 1, quorum: 1 },
      });
      const { usd } = await debate.plan("2+2?");
      const result = await debate.run("2+2?").catch((error: RostrumError) => error.partial);
      expect(result?.costUsd ?? 0).toBeLessThanOrEqual(usd.max ?? 0);
      expect(usd.typical ?? 0).toBeLessThanOrEqual(usd.max ?? 0);
    }),
    { numRuns: 150 },
  );
});

describe("warnings", () => {
  const one = scripted(["x"], { name: "one" });
  const two = scripted(["x"], { name: "two" });
  /** Of a panel whose answers are figures. */
  const warned = async (config: DebateConfig<number>): Promise<string> =>
    (await new Debate({ ...config, answer: "number" }).plan()).warnings.join("\n");

  test("nothing to say about a mixed panel", async () => {
    expect(await warned({ debaters: [one, two] })).toBe("");
  });
  test("one model at temperature 0 has nothing to argue about", async () => {
    const cold = { model: one, temperature: 0 };
    expect(await warned({ debaters: [cold, cold] })).toContain("temperature 0");
    expect(await warned({ debaters: [cold, { ...cold, temperature: 1 }] })).toBe("");
    expect(await warned({ debaters: [cold, { ...cold, instructions: "Doubt." }] })).toBe("");
  });
  test("a judge that is a debater too may favor itself", async () => {
    expect(await warned({ debaters: [one, two], judge: two })).toContain("function:two");
  });
  test("a judge from the same vendor as a debater may favor it", async () => {
    const debaters = ["openai/gpt-5-mini", "ollama/llama3.2"];
    expect(await warned({ debaters, judge: "openrouter/openai/gpt-5" })).toContain(
      "from the same vendor",
    );
    expect(await warned({ debaters, judge: "anthropic/claude-haiku-4-5" })).toBe("");
  });
  test("a context window about to overflow, named with its model", async () => {
    const debaters = ["anthropic/claude-haiku-4-5", "openai/gpt-5-mini"];
    const long = { text: "Why?", context: "word ".repeat(199_000) };
    const [warning = ""] = (await new Debate({ debaters }).plan(long)).warnings;
    expect(warning).toMatch(
      /may not fit into anthropic\/claude-haiku-4-5: up to \d+ tokens, .* 200000/,
    );
    expect((await new Debate({ debaters }).plan("Why?")).warnings).toEqual([]);
    expect(
      (await new Debate({ debaters: [one, two], answer: "number" }).plan(long)).warnings,
    ).toEqual([]);
  });
  test("a judge that is never asked", async () => {
    const judge = scripted(["x"], { name: "three" });
    expect(await warned({ debaters: [one, two], judge, decide: "majority" })).toContain(
      "will not be asked",
    );
    // A review has no rule that somebody could have named.
    const review = new Debate({ debaters: [one, two], judge, answer: findings() });
    expect((await review.plan("Is it right?")).warnings.join()).not.toContain("will not be asked");
  });
});

test("under a cap, a plan and a run are those of their own question, whatever was planned before", async () => {
  const maxOutputTokens: number[] = [];
  const answer = (request: ModelRequest): ModelReply => {
    maxOutputTokens.push(request.maxOutputTokens ?? 0);
    return { text: "Answer: 4" };
  };
  const config = {
    ...classic,
    debaters: members(3, { model: answer, maxOutputTokens: 8000 }),
    budget: { tokens: 30_000 },
  };
  const ask = async (panel: Debate, question: string): Promise<unknown> => {
    maxOutputTokens.length = 0;
    const planned = await panel.plan(question);
    await panel.run(question);
    return { planned, limits: [...maxOutputTokens] };
  };
  const long = `Why? ${"Because of this. ".repeat(300)}`;
  const panel = new Debate(config);
  const short = await ask(panel, "Why?");
  expect(await ask(panel, long)).toEqual(await ask(new Debate(config), long));
  await panel.plan(long);
  expect(await ask(panel, "Why?")).toEqual(short);
  expect(await ask(new Debate(config), long)).not.toEqual(short);
});

test("plan calls nobody", async () => {
  await new Debate({ debaters: model }).plan("Why?");
  expect(model.requests).toHaveLength(0);
});

test("functions are the same model only if they are the same function", async () => {
  const gateway = (name: string) => (): string => name;
  const shared = gateway("a");
  const warned = async (config: DebateConfig): Promise<string> =>
    (await new Debate(config).plan("Why?")).warnings.join("\n");
  const cold = (call: () => string): { model: () => string; temperature: number } => ({
    model: call,
    temperature: 0,
  });
  const different = await warned({
    debaters: [cold(gateway("a")), cold(gateway("b"))],
    judge: gateway("c"),
  });
  expect(different).not.toMatch(/same model/);
  const same = await warned({
    debaters: [cold(shared), cold(shared)],
    judge: shared,
  });
  expect(same).toMatch(/All members are the same model at temperature 0/);
  expect(same).toMatch(/The judge uses the same model as a member/);
});
