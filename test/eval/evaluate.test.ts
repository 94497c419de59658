import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  arithmetic,
  evaluate,
  mcNemar,
  pairedDifference,
  wilson,
  type Arm,
  type EvalProgress,
} from "../../packages/eval/src/index.ts";
import {
  ConfigError,
  memoryJournal,
  number,
  type DebateConfig,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { parseArm } from "../../packages/cli/src/evaluating/arms.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const items = arithmetic({ count: 12, seed: 3 });
const truth = new Map(items.map(({ question, gold }) => [question, gold]));

/** Right on every question; wrong on those whose number is in `misses`, until it has read a right peer. */
function member(misses: number[]) {
  return scripted(({ question, round, peers }) => {
    const gold = truth.get(question) ?? "";
    const at = items.findIndex((item) => item.question === question);
    const told = round > 0 && peers.some(({ answer }) => answer === gold);
    return `Answer: ${misses.includes(at) && !told ? "0" : gold}`;
  });
}

function panelOf(...misses: number[][]): DebateConfig<never> {
  return {
    debaters: misses.map((list, at) => ({ name: `m${at}`, model: member(list) })),
    answer: number(),
  } as unknown as DebateConfig<never>;
}

const ARMS: Arm[] = [
  { type: "single" },
  { type: "vote" },
  { type: "self_revise", rounds: 1 },
  { type: "debate", config: { rounds: 1, revise: "everyone", stop: "never" } },
  { type: "equal_vote", of: "debate", by: "calls" },
  { type: "placebo", config: { rounds: 1, revise: "everyone", stop: "never" } },
  { type: "best_member" },
  { type: "oracle" },
];

describe("evaluate", () => {
  test("sides and consultancy are arms: the judge goes by what is argued", async () => {
    const base = panelOf([0, 1, 2], [0, 1], [2]);
    const judge = scripted(({ question, messages }) => {
      const told = messages.at(-1)?.content ?? "";
      const gold = truth.get(question) ?? "";
      return `Answer: ${told.includes(`\n${gold}\n`) ? gold : "0"}`;
    });
    const arms = ["single", "vote", "sides", "consultancy", "ranked"].map((name) =>
      parseArm(name, "--arms"),
    );
    const report = await evaluate({ items, panel: { ...base, judge }, arms });
    const arm = (name: string) => report.arms.find((each) => each.name === name);
    expect(arm("sides")?.right).toBe(12);
    expect(arm("consultancy")?.right).toBe(12);
    // Where the panel agrees there is nothing to argue about: 3 calls, else 3 + 2 × 3 + 1.
    expect(arm("sides")?.calls).toBeCloseTo((3 * 10 + 9 * 3) / 12);
    expect(arm("consultancy")?.calls).toBeCloseTo((3 * 6 + 9 * 3) / 12);
  });

  test("one model gets what the debate spent: as many samples, or one long reply with more effort", async () => {
    const asked: { most: number | undefined; effort: unknown }[] = [];
    // The second member writes twice as much as the first.
    const reply = (at: number, request: ModelRequest): ModelReply => {
      asked.push({ most: request.maxOutputTokens, effort: request.reasoningEffort });
      const usage = { inputTokens: 10 * at, outputTokens: 10 * at };
      return { text: `Answer: ${truth.get(request.question) ?? ""}`, usage };
    };
    // Samples are shared by model, and a function is known by its name.
    const short = (request: ModelRequest): ModelReply => reply(1, request);
    const long = (request: ModelRequest): ModelReply => reply(2, request);
    const price = { input: 0, output: 1_000_000 };
    const panel = {
      debaters: [
        { name: "m0", model: short, price },
        { name: "m1", model: long, price },
      ],
      answer: number(),
    } as unknown as DebateConfig<never>;
    const report = await evaluate({
      items: items.slice(0, 3),
      panel,
      arms: [
        { type: "debate", config: { rounds: 1, revise: "everyone", stop: "never" } },
        { type: "one_model", of: "debate", by: "calls" },
        { type: "one_model", of: "debate", by: "tokens" },
        { type: "one_model", of: "debate", by: "usd", member: 1 },
        { type: "one_model_effort", of: "debate" },
      ],
    });
    const arm = (name: string) => report.arms.find((each) => each.name === name);
    expect(arm("debate")).toMatchObject({ calls: 4, tokens: 120 });
    expect(arm("one_model_at_equal_calls")).toMatchObject({ calls: 4, tokens: 80 });
    expect(arm("one_model_at_equal_tokens")).toMatchObject({ calls: 6, tokens: 120 });
    expect(arm("one_model_at_equal_usd")).toMatchObject({ calls: 3, usd: arm("debate")?.usd });
    expect(arm("one_model_effort")?.calls).toBe(1);
    expect(asked).toContainEqual({ most: 2048, effort: "high" });
  });

  test.each([
    ["an unknown price", undefined, "a known price for every model, got none for function:free"],
    ["a price of 0", { input: 0, output: 0 }, "a price above 0, got none for function:free"],
  ])("equal dollars are refused before any call with %s", async (_what, price, words) => {
    let calls = 0;
    const free = (): string => `Answer: ${(calls += 1)}`;
    const debater = { model: free, ...(price ? { price } : {}) };
    const panel = {
      debaters: [debater, debater],
      answer: number(),
    } as unknown as DebateConfig<never>;
    const run = (...names: string[]): Promise<unknown> =>
      evaluate({ items, panel, arms: names.map((name) => parseArm(name, "--arms")) });
    for (const method of ["one_model", "vote"]) {
      const error = await run("debate", `${method}_at_equal_usd`).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ConfigError);
      expect(String(error)).toContain(`arms: ${method}_at_equal_usd: expected ${words}`);
      expect(String(error)).toContain(`${method}_at_equal_tokens or ${method}_at_equal_calls`);
    }
    expect(calls).toBe(0);
    await run("debate", "one_model_at_equal_calls");
    expect(calls).toBeGreaterThan(0);
  });

  test("an arm whose other arm has an unknown cost fails and says so, instead of asking once", async () => {
    const model = (): string => "Answer: 1";
    const panel = {
      debaters: [{ model }, { model }],
      answer: number(),
    } as unknown as DebateConfig<never>;
    const arms = ["debate", "one_model_at_equal_tokens"].map((name) => parseArm(name, "--arms"));
    const { rows } = await evaluate({ items, panel, arms });
    expect(rows[0]?.outcomes["one_model_at_equal_tokens"]).toMatchObject({
      calls: 0,
      error:
        "expected the tokens that debate and the first answers took on this question, got unknown and unknown",
    });
  });

  test("puts every arm on the same samples and says what each took", async () => {
    const report = await evaluate({ items, panel: panelOf([0, 1, 2], [0, 1], [2]), arms: ARMS });
    const arm = (name: string) => report.arms.find((each) => each.name === name);
    expect(report.questions).toBe(12);
    expect(arm("single")).toMatchObject({ right: 9, calls: 1 });
    expect(arm("vote")).toMatchObject({ right: 9, calls: 3 });
    expect(arm("debate")).toMatchObject({ right: 12, calls: 6, fixed: 3, broken: 0 });
    expect(arm("placebo")).toMatchObject({ right: 9 });
    // Everyone looks at its own answer again, whoever leads.
    expect(arm("self_revise")).toMatchObject({ right: 9, calls: 6 });
    expect(arm("vote_at_equal_calls")).toMatchObject({ calls: 6 });
    expect(arm("best_member")).toMatchObject({ right: 11 });
    expect(arm("oracle")).toMatchObject({ right: 12 });
    expect(arm("debate")?.flips?.voteWrong.wrongToRight).toBeGreaterThan(0);
    // Round 0 is asked once for all arms that start from it.
    const asked = report.spent.calls;
    expect(asked).toBeLessThan(12 * (3 + 3 + 6 + 6 + 6));
  });

  test("whatIf of a debate and the arms are one definition", async () => {
    const report = await evaluate({ items, panel: panelOf([0, 1, 2], [0, 1], [2]), arms: ARMS });
    for (const { outcomes } of report.rows) {
      const whatIf = outcomes["debate"]?.debate?.whatIf;
      expect(outcomes["single"]?.answer).toBe(whatIf?.single.answer);
      expect(outcomes["vote"]?.answer).toBe(whatIf?.roundZeroVote.answer);
      expect(outcomes["single"]?.calls).toBe(whatIf?.single.calls);
      expect(outcomes["vote"]?.calls).toBe(whatIf?.roundZeroVote.calls);
    }
  });

  test("what the best member took is its own, and a question that nobody answered is named", async () => {
    const progressReports: EvalProgress[] = [];
    const speak = (misses: number[], inputTokens: number) =>
      scripted(({ question }) => {
        const at = items.findIndex((item) => item.question === question);
        if (at === 5) throw new Error("out of order");
        const text = `Answer: ${misses.includes(at) ? "0" : (truth.get(question) ?? "")}`;
        return { text, usage: { inputTokens, outputTokens: 1 } };
      });
    const debaters = [speak([0, 1, 2], 10), speak([0], 70)].map((model, at) => ({
      name: `m${at}`,
      model,
    }));
    const panel = { debaters, answer: number(), limits: { retries: 0 } };
    const report = await evaluate({
      items,
      panel: panel as unknown as DebateConfig<never>,
      arms: [{ type: "single" }, { type: "best_member" }, { type: "best_member", name: "again" }],
      onProgress: (progress) => progressReports.push(progress),
    });
    const arm = (name: string) => report.arms.find((each) => each.name === name);
    expect(arm("single")).toMatchObject({ tokens: 11, right: 8 });
    expect(arm("best_member")).toMatchObject({ tokens: 71, right: 10 });
    expect(arm("again")).toMatchObject({ tokens: 71, right: 10 });
    expect(report).toMatchObject({ asked: 12, questions: 11, unanswered: 1, stopped: null });
    expect(progressReports.at(-1)).toMatchObject({ answered: 11, done: 11, leftMs: 0 });
    expect(progressReports.slice(0, -1).every(({ leftMs }) => leftMs > 0)).toBe(true);
  });

  test("a placebo without another question's answers fails: it showed the question's own", async () => {
    const model = ({ question }: ModelRequest): string => {
      if (question === items[0]?.question) return `Answer: ${items[0].gold}`;
      throw new Error("down");
    };
    const placebo: Arm = {
      type: "placebo",
      config: { rounds: 1, revise: "everyone", stop: "never" },
    };
    const report = await evaluate({
      items: items.slice(0, 3),
      panel: { debaters: [model, model], limits: { retries: 0 } },
      arms: [{ type: "vote" }, placebo],
    });
    expect(report).toMatchObject({ asked: 3, questions: 1, unanswered: 2 });
    expect(report.arms).toMatchObject([
      { failed: 0, right: 1 },
      { failed: 1, right: 0, calls: 0 },
    ]);
  });

  test("a question that is refused ends the evaluation: those in progress finish, no other is asked", async () => {
    const asked: string[] = [];
    const model = async ({ question }: ModelRequest): Promise<string> => {
      asked.push(question);
      await nextTurn();
      return "Answer: 1";
    };
    const [first, second, ...others] = items;
    const panel = { debaters: [model, model], answer: number() } as unknown as DebateConfig<never>;
    const evaluation = evaluate({
      items: [first!, { ...second!, question: "" }, ...others],
      panel,
      arms: [{ type: "vote" }],
      concurrency: 2,
    });
    await expect(evaluation).rejects.toMatchObject({ name: "ConfigError" });
    await nextTurn();
    expect(new Set(asked)).toEqual(new Set([first!.question]));
  });

  test("resumes from the journal without asking anybody again", async () => {
    const journal = memoryJournal();
    const options = { items, arms: ARMS, journal, id: "one" };
    const first = await evaluate({ ...options, panel: panelOf([0], [1], [2]) });
    const again = await evaluate({ ...options, panel: panelOf([0], [1], [2]) });
    expect(again.spent.calls).toBe(0);
    expect(again.arms).toEqual(first.arms);
  });

  test("asks the functions of an arm, also those that look like the panel's", async () => {
    const says = (answer: string) => (): string => `Answer: ${answer}`;
    const right = ({ question }: ModelRequest): string => `Answer: ${truth.get(question)}`;
    const panel = { debaters: [says("0"), says("1")], answer: number() } as never;
    const debate = (name: string, ...debaters: unknown[]): Arm => ({
      type: "debate",
      name,
      config: { debaters: debaters as never[], rounds: 0 },
    });
    const journal = memoryJournal();
    const arms: Arm[] = [
      { type: "vote" },
      debate("wrong", says("2"), says("2")),
      debate("right", right, right),
    ];
    const report = await evaluate({ items, panel, arms, journal });
    expect(report.arms.map(({ name, accuracy }) => [name, accuracy.value])).toEqual([
      ["vote", 0],
      ["wrong", 0],
      ["right", 1],
    ]);
    // Arms may come in another order when an evaluation is resumed.
    const resumed = await evaluate({ items, panel, arms: arms.toReversed(), journal });
    expect(resumed.spent.calls).toBe(0);
    expect(resumed.arms.find(({ name }) => name === "right")?.accuracy.value).toBe(1);
  });

  test("sends every setting of an arm", async () => {
    const sent: unknown[] = [];
    const model = (request: ModelRequest): string => {
      sent.push(request.providerOptions);
      return "Answer: 1";
    };
    const panelWith = (budgetTokens: number): DebateConfig<never> =>
      ({
        debaters: [1, 2].map(() => ({
          model,
          providerOptions: { anthropic: { thinking: { budgetTokens } } },
        })),
        answer: number(),
        rounds: 0,
      }) as never;
    await evaluate({
      items: items.slice(0, 2),
      panel: panelWith(4000),
      arms: [
        { type: "vote" },
        { type: "debate", config: panelWith(8000) },
        { type: "debate", name: "again", config: panelWith(4000) },
      ],
    });
    expect(sent.map((options) => JSON.stringify(options)).toSorted()).toEqual(
      [4000, 8000].flatMap((budgetTokens) =>
        Array.from(
          { length: 4 },
          () => `{"anthropic":{"thinking":{"budgetTokens":${budgetTokens}}}}`,
        ),
      ),
    );
  });

  test("keeps to its cost, and says that it ended early", async () => {
    const priced = panelOf([0], [1], [2]);
    const debaters = (priced.debaters as object[]).map((debater) => ({
      ...debater,
      price: { input: 1000, output: 1000 },
      maxOutputTokens: 10,
    }));
    const report = await evaluate({
      items,
      panel: { ...priced, debaters },
      arms: ARMS,
      maxCost: 10,
      concurrency: 1,
    });
    expect(report.stopped).toMatch(/^maxCost: the next step may need \$/);
    expect(report.questions).toBeLessThan(12);
  });

  test("arms are checked before anything is asked", async () => {
    const options = { items, panel: panelOf([], []) };
    await expect(evaluate({ ...options, arms: [] })).rejects.toThrow("arms");
    await expect(
      evaluate({ ...options, arms: [{ type: "equal_vote", of: "debate", by: "calls" }] }),
    ).rejects.toThrow("arms[0].of");
    await expect(
      evaluate({ ...options, arms: [{ type: "vote" }, { type: "vote" }] }),
    ).rejects.toThrow("arms[1].name");
    for (const arm of ["debate", null, {}, { type: "debates" }]) {
      await expect(evaluate({ ...options, arms: [arm as never] })).rejects.toThrow(
        /^arms\[0\]: expected \{ type \} with .* debate, .*, got /,
      );
    }
  });
});

describe("statistics against known values", () => {
  test("Wilson's interval", () => {
    const { value, low, high } = wilson(8, 10);
    expect(value).toBe(0.8);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilson(0, 10).low).toBe(0);
  });

  test("McNemar's exact test", () => {
    expect(mcNemar(5, 5)).toBe(1);
    expect(mcNemar(10, 0)).toBeCloseTo(2 / 1024, 10);
    expect(mcNemar(9, 1)).toBeCloseTo((2 * 11) / 1024, 10);
  });

  test("a paired difference is repeatable, and differs only when its interval leaves zero out", () => {
    const all = Array.from({ length: 100 }, () => true);
    const half = all.map((_, at) => at % 2 === 0);
    const found = pairedDifference(all, half);
    expect(found).toMatchObject({ value: 0.5, wins: 50, losses: 0, differs: true });
    expect(pairedDifference(all, half)).toEqual(found);
    expect(pairedDifference(half, half)).toMatchObject({ value: 0, differs: false });
  });
});
