import { describe, expect, test, vi } from "vitest";
import {
  type Budget,
  chain,
  ChainError,
  createBudget,
  Debate,
  JournalMismatchError,
  lead,
  memoryJournal,
  number,
  type ChainOptions,
  type ChainStep,
  type DebateConfig,
  type Debater,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";

const rules = {
  answer: number(),
  poll: lead({ by: 2 }),
  limits: { retries: 0 },
} satisfies Partial<DebateConfig<number>>;

/** A panel of five that adds, with the requests it got. `say` may answer otherwise. */
function adding(
  say: (request: ModelRequest, sum: number) => number | string = (_, sum) => sum,
  more: Partial<DebateConfig<number>> = {},
): { panel: Debate<number>; requests: ModelRequest[]; asked(): string[] } {
  const requests: ModelRequest[] = [];
  const model = (request: ModelRequest): string => {
    requests.push(request);
    const sum = request.question.split("+").reduce((total, part) => total + Number(part), 0);
    return `Answer: ${say(request, sum)}`;
  };
  const panel = new Debate<number>({ ...rules, debaters: model, panelSize: 5, ...more });
  return { panel, requests, asked: () => requests.map(({ question }) => question) };
}

/** 1 + 1 + … as one dependent sum after another. */
const counting = (panel: Debate<number>, until: number) => ({
  panel,
  start: { sum: 0 },
  step: ({ sum }: { sum: number }) => (sum < until ? `${sum}+1` : null),
  next: (_: { sum: number }, answer: number) => ({ sum: answer }),
});

describe("a chain", () => {
  test("goes from state to state until there is no further question", async () => {
    const { panel, asked } = adding();
    const steps: ChainStep[] = [];
    const result = await chain(counting(panel, 4), { onStep: (step) => void steps.push(step) });
    expect(result).toMatchObject({
      state: { sum: 4 },
      steps: 4,
      usage: { calls: 8 },
      costUsd: null,
      retried: 0,
      warnings: [],
    });
    expect(steps.map(({ index, state }) => [index, state])).toEqual(
      [1, 2, 3, 4].map((sum) => [sum - 1, { sum }]),
    );
    expect(steps[0]?.result).toMatchObject({ answer: 1, stopReason: "decided" });
    expect(steps.at(-1)?.progress).toMatchObject({ steps: 4, calls: 8, retried: 0 });
    expect(new Set(asked())).toEqual(new Set(["0+1", "1+1", "2+1", "3+1"]));
  });

  test("takes the config of a panel too, and no step at all is a chain", async () => {
    const { panel, asked } = adding();
    const config = panel.config;
    const task = { panel: config, start: 7, step: () => null, next: (state: number) => state };
    expect(await chain(task)).toMatchObject({
      state: 7,
      steps: 0,
      usage: { calls: 0 },
      costUsd: 0,
    });
    expect(asked()).toEqual([]);
  });

  test("asks independent questions at the same time", async () => {
    let running = 0;
    let most = 0;
    const panel = new Debate<number>({
      ...rules,
      debaters: async ({ question }) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return `Answer: ${question}`;
      },
      panelSize: 3,
    });
    const result = await chain({
      panel,
      start: [] as number[],
      step: (state) => (state.length < 6 ? [1, 2, 3].map((part) => `${part}`) : null),
      next: (state, answers) => [...state, ...answers],
    });
    expect(result).toMatchObject({ state: [1, 2, 3, 1, 2, 3], steps: 2, usage: { calls: 12 } });
    expect(most).toBe(6);
  });

  test("every step has a seed of its own, and the same chain the same seeds", async () => {
    const seeds = async (): Promise<(number | undefined)[]> => {
      const { panel, requests } = adding();
      await chain(counting(panel, 3));
      return requests.map(({ seed }) => seed);
    };
    const first = await seeds();
    expect(new Set(first).size).toBe(first.length);
    expect(await seeds()).toEqual(first);
  });
});

describe("a step that isn't decided", () => {
  /** All members disagree on `3+1` in the first runs. */
  const split = (runs: number) =>
    adding((request, sum) => {
      const again = /r(\d+)__/.exec(request.stepId);
      const attempt = again ? Number(again[1]) : 0;
      return sum === 4 && attempt < runs ? Number(/debater_(\d)/.exec(request.stepId)?.[1]) : sum;
    });

  test("is asked again as a fresh run, under another seed", async () => {
    const { panel, requests } = split(2);
    const result = await chain(counting(panel, 6), { id: "c" });
    expect(result).toMatchObject({ state: { sum: 6 }, steps: 6, retried: 2 });
    const ids = requests.filter(({ question }) => question === "3+1").map(({ stepId }) => stepId);
    expect(new Set(ids.map((id) => id.split("__")[0]))).toEqual(new Set(["c:3", "c:3r1", "c:3r2"]));
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(requests.length);
    expect(result.usage.calls).toBe(requests.length);
  });

  test("ends the chain with its state after the last try: it never takes a guess", async () => {
    const { panel, asked } = split(Infinity);
    const error = await rejection(chain(counting(panel, 6), { retries: 1 }));
    expect(error).toBeInstanceOf(ChainError);
    expect(error).toMatchObject({
      code: "chain",
      index: 3,
      state: { sum: 3 },
      partial: { stopReason: "tied", question: "3+1" },
    });
    expect(error.message).toMatch(/^step 3: expected a decided answer.* 2 times/);
    expect(asked().filter((question) => question === "3+1")).toHaveLength(10);
  });

  test("a vote without enough agreement is a guess, with any rule", async () => {
    const { panel } = adding(({ stepId }, sum) => (stepId.includes("debater_0") ? 0 : sum), {
      poll: "everyone",
      rounds: 0,
      panelSize: 3,
    });
    await expect(chain(counting(panel, 2), { retries: 0 })).rejects.toThrow("ended as max_rounds");
    const content = new Debate<number>({ ...panel.config, stop: "agreement:0.6" });
    expect((await chain(counting(content, 2), { retries: 0 })).state).toEqual({ sum: 2 });
  });

  test("a panel that fails is asked again too", async () => {
    const { panel } = adding((request, sum) => {
      if (sum === 2 && !request.stepId.includes("r1__")) throw new Error("down");
      return sum;
    });
    expect(await chain(counting(panel, 3))).toMatchObject({ state: { sum: 3 }, retried: 1 });
    const down = adding(() => {
      throw new Error("down");
    });
    const error = await rejection(chain(counting(down.panel, 3), { retries: 1 }));
    expect(error).toMatchObject({
      name: "ChainError",
      index: 0,
      cause: { name: "PanelFailedError" },
    });
  });
});

describe("a chain with a journal", () => {
  test("goes on where it was cut off and pays for no finished step again", async () => {
    const journal = memoryJournal();
    const stop = new AbortController();
    const first = adding();
    const options = { id: "c", journal };
    const onStep = ({ index }: ChainStep): void => {
      if (index === 2) stop.abort();
    };
    const cut = chain(counting(first.panel, 6), { ...options, onStep, signal: stop.signal });
    await expect(cut).rejects.toMatchObject({ name: "AbortError", index: 3, state: { sum: 3 } });
    const second = adding();
    const result = await chain(counting(second.panel, 6), options);
    expect(new Set(second.asked())).toEqual(new Set(["3+1", "4+1", "5+1"]));
    expect(result).toMatchObject({ state: { sum: 6 }, steps: 6, usage: { calls: 12 } });
    const third = adding();
    expect(await chain(counting(third.panel, 6), options)).toEqual(result);
    expect(third.asked()).toEqual([]);
  });

  test("pays for no call of the step in progress again", async () => {
    const journal = memoryJournal();
    const stop = new AbortController();
    const calls = vi.fn();
    const cut = adding((request, sum) => {
      calls(request.stepId);
      const [, seat] = /:1__debater_(\d)/.exec(request.stepId) ?? [];
      if (seat === "2") stop.abort();
      return seat === "0" ? 0 : sum;
    });
    await rejection(chain(counting(cut.panel, 3), { id: "c", journal, signal: stop.signal }));
    const again = adding(({ stepId }, sum) => (stepId.includes(":1__debater_0") ? 0 : sum));
    await chain(counting(again.panel, 3), { id: "c", journal });
    const before = new Set(calls.mock.calls.map(([step]) => step as string));
    const repeated = again.requests.filter(({ stepId }) => before.has(stepId));
    expect(repeated.map(({ stepId }) => stepId)).toEqual(["c:1__debater_2_round_0"]);
  });

  test.each([
    ["runs", ["c", "c:0", "c:1", "c:2"]],
    ["latest", ["c"]],
    ["states", ["c"]],
  ] as const)("keeps %s", async (keep, ids) => {
    const journal = memoryJournal();
    await chain(counting(adding().panel, 3), { id: "c", journal, keep });
    const { runs } = await journal.list();
    expect(runs.map(({ id }) => id).sort()).toEqual(ids);
  });

  test("uses the panel's journal where none is given", async () => {
    const journal = memoryJournal();
    await chain(counting(adding(undefined, { journal }).panel, 1), { id: "c" });
    expect(await journal.read("c:0")).toMatchObject({ status: "completed" });
  });

  test("with another start, another panel or a debate under its id is a mismatch", async () => {
    const journal = memoryJournal();
    const { panel } = adding(undefined, { journal });
    await chain(counting(panel, 2), { id: "c" });
    const other = chain({ ...counting(panel, 2), start: { sum: 1 } }, { id: "c" });
    await expect(other).rejects.toMatchObject({ name: "JournalMismatchError", differs: ["start"] });
    const wider = new Debate<number>({ ...panel.config, poll: "lead:3" });
    await expect(chain(counting(wider, 2), { id: "c" })).rejects.toMatchObject({
      differs: ["poll"],
    });
    await expect(panel.run("1+1", { id: "c" })).rejects.toBeInstanceOf(JournalMismatchError);
    await panel.run("1+1", { id: "d" });
    await expect(chain(counting(panel, 2), { id: "d" })).rejects.toBeInstanceOf(
      JournalMismatchError,
    );
  });

  test("notices a step that asks something else when it is resumed", async () => {
    const journal = memoryJournal();
    const broken = adding((_, sum) => (sum === 2 ? "?" : sum));
    await rejection(chain(counting(broken.panel, 3), { id: "c", journal, retries: 0 }));
    const { panel } = adding();
    const other = { ...counting(panel, 3), step: () => "5+5" };
    await expect(chain(other, { id: "c", journal })).rejects.toMatchObject({
      name: "JournalMismatchError",
      differs: ["question of step 1"],
      state: { sum: 1 },
    });
  });

  test("one process at a time runs it", async () => {
    const journal = memoryJournal();
    const { panel, asked } = adding();
    const both = await Promise.all(
      [1, 2].map(() => chain(counting(panel, 5), { id: "c", journal })),
    );
    expect(both[0]).toEqual(both[1]);
    expect(asked()).toHaveLength(10);
  });
});

describe("the budget of a chain", () => {
  test("covers all steps, and its end is an error that carries the state", async () => {
    const { panel, asked } = adding();
    const error = await rejection(chain(counting(panel, 9), { budget: { calls: 7 } }));
    expect(error).toMatchObject({ name: "BudgetExceededError", index: 3, state: { sum: 3 } });
    expect(asked()).toHaveLength(6);
  });

  test("counts what earlier processes spent", async () => {
    const journal = memoryJournal();
    const options = { id: "c", journal, budget: { calls: 7 } };
    await rejection(chain(counting(adding().panel, 9), options));
    const second = adding();
    await expect(chain(counting(second.panel, 9), options)).rejects.toMatchObject({ index: 3 });
    expect(second.asked()).toHaveLength(0);
    const more = await chain(counting(second.panel, 9), { ...options, budget: { calls: 18 } });
    expect(more).toMatchObject({ state: { sum: 9 }, usage: { calls: 18 } });
  });

  describe("of which an earlier process spent a part that nobody knows exactly", () => {
    const CALL_USD = 0.125;
    const usage = { inputTokens: 10, outputTokens: 10 };
    const price = { input: 1000, output: 1000 };

    /** A member whose first reply says nothing about its cost. `calls` counts over all processes. */
    function createMember(): { member: Debater; calls: () => number } {
      let calls = 0;
      const model = (): ModelReply => {
        calls += 1;
        return calls === 1 ? { text: "yes" } : { text: "yes", usage, costUsd: CALL_USD };
      };
      return { member: { model, price, maxOutputTokens: 30 }, calls: () => calls };
    }

    /** One process, which is killed after a step. */
    async function runUntil(
      killedAt: number,
      member: Debater,
      options: ChainOptions<number>,
    ): Promise<ChainError> {
      const panel: DebateConfig = { debaters: [member, member], rounds: 0, compare: "rules" };
      const task = {
        panel,
        start: 0,
        step: (state: number) => `Is ${state} even?`,
        next: (state: number) => {
          if (state === killedAt) throw new Error("killed");
          return state + 1;
        },
      };
      return (await rejection(chain(task, { id: "c", retries: 0, ...options }))) as ChainError;
    }

    test.each(["runs", "latest"] as const)(
      "counts it at its worst case in every later process, and keeps %s",
      async (keep) => {
        const { member, calls } = createMember();
        const options = { journal: memoryJournal(), keep, budget: { usd: 4 } };
        expect(await runUntil(7, member, options)).toMatchObject({ name: "ChainError", index: 7 });
        const spentCalls: number[] = [];
        for (const killedAt of [40, 80, 120]) {
          const error = await runUntil(killedAt, member, options);
          expect(error).toMatchObject({ name: "BudgetExceededError" });
          spentCalls.push(calls());
        }
        expect(new Set(spentCalls).size).toBe(1);
        expect(calls() * CALL_USD).toBeLessThanOrEqual(4);
      },
    );

    test("counts what is known if a version before this one stored it", async () => {
      const journal = memoryJournal();
      const { member, calls } = createMember();
      await runUntil(9, member, { journal, keep: "latest" });
      const stored = await journal.read("c");
      const outcome = stored?.steps.get("c__chain")?.outcome;
      const { charged: _charged, ...place } = JSON.parse(outcome?.reply?.text ?? "") as {
        charged: unknown;
      };
      expect(outcome).toMatchObject({ costUsd: null, known: { usd: 16 * CALL_USD } });
      const run = await journal.open("c", stored?.inputs ?? {});
      const reply = { text: JSON.stringify(place) };
      await run.stepFinished("c__chain", { attempts: 0, usage: {}, costUsd: 0, ...outcome, reply });
      await run.close("failed");
      const error = await runUntil(40, member, { journal, keep: "latest", budget: { usd: 4 } });
      expect(error).toMatchObject({ name: "BudgetExceededError" });
      // Only the first step isn't counted, whose cost is unknown.
      expect((calls() - 2) * CALL_USD).toBeLessThanOrEqual(4);
    });

    test("counts a run that had ended when its process was killed", async () => {
      const { member, calls } = createMember();
      const options = { journal: memoryJournal(), budget: { calls: 4 } };
      await runUntil(0, member, options);
      await runUntil(1, member, options);
      expect(await runUntil(9, member, options)).toMatchObject({ name: "BudgetExceededError" });
      expect(calls()).toBe(4);
    });
  });

  test.each(["runs", "latest", "states"] as const)(
    "covers a step that stays undecided in every process, and keeps %s",
    async (keep) => {
      let seat = 0;
      const { panel, asked } = adding(() => (seat += 1));
      const options = { id: "c", journal: memoryJournal(), keep, retries: 0, budget: { calls: 8 } };
      const errors: string[] = [];
      for (let process = 0; process < 3; process++) {
        errors.push((await rejection(chain(counting(panel, 3), options))).name);
      }
      expect(errors.at(-1)).toBe(keep === "states" ? "BudgetExceededError" : "ChainError");
      expect(asked().length).toBeLessThanOrEqual(8);
    },
  );

  test("counts a step whose `next` threw, also if only states are kept", async () => {
    const { panel, asked } = adding();
    const next = (): never => {
      throw new Error("out of order");
    };
    const options = { id: "c", journal: memoryJournal(), keep: "states" as const };
    for (let process = 0; process < 3; process++) {
      const task = { ...counting(panel, 3), next };
      await rejection(chain(task, { ...options, budget: { calls: 4 } }));
    }
    expect(asked()).toHaveLength(4);
    const { usage } = await chain(counting(panel, 1), options);
    expect(usage.calls).toBe(6);
  });

  test("that is shared learns how long each run has waited for people", async () => {
    const shared = createBudget({ ms: 60_000 });
    const open = vi.fn<Budget["open"]>(shared.open);
    await chain(counting(adding().panel, 2), { budget: { ...shared, open } });
    expect(open.mock.calls).toEqual([[expect.any(Function)], [expect.any(Function)]]);
  });

  test("may be shared, and doesn't hide the panel's own", async () => {
    const budget = createBudget({ calls: 7 });
    await rejection(chain(counting(adding().panel, 9), { budget }));
    expect(budget.spent().calls).toBe(6);
    const capped = adding(undefined, { budget: { calls: 9 } });
    await expect(chain(counting(capped.panel, 2), { budget })).rejects.toThrow("got both");
  });
});

describe("hostile code", () => {
  const { panel } = adding();
  const base = counting(panel, 2);

  test.each([
    ["undefined", undefined],
    ["a number", 42],
    ["an empty text", " "],
    ["an empty list", []],
    ["a list in a list", [["1+1"]]],
    ["a question without a text", { text: 7 }],
  ])("step returns %s", async (_name, said) => {
    const error = await rejection(chain({ ...base, step: () => said as never }));
    expect(error).toMatchObject({ name: "ConfigError", index: 0, state: { sum: 0 } });
  });

  test.each([
    ["undefined", undefined],
    ["not a number", { sum: Number.NaN }],
    ["a bigint", { sum: 1n }],
    ["a date", { at: new Date(0) }],
    ["a map", new Map()],
    ["a function", { f: () => 1 }],
    ["a hole in a list", Array(2)],
    ["its own JSON", { toJSON: () => 1 }],
  ])("next returns %s", async (_name, state) => {
    const error = await rejection(chain({ ...base, next: () => state as never }));
    expect(error).toMatchObject({ name: "ConfigError", index: 0, state: { sum: 0 } });
    expect(error.message).toContain("JSON");
  });

  test("a state that contains itself", async () => {
    const state: Record<string, unknown> = {};
    state["self"] = state;
    await expect(chain({ ...base, start: state as never })).rejects.toThrow(
      "start.self: expected a JSON value, got an object that contains itself",
    );
  });

  test.each(["step", "next"] as const)("%s throws, now or later", async (name) => {
    const boom = new Error("boom");
    for (const fails of [
      () => {
        throw boom;
      },
      () => Promise.reject(boom),
    ]) {
      const error = await rejection(chain({ ...base, [name]: fails }));
      expect(error).toMatchObject({ name: "ChainError", index: 0, state: { sum: 0 }, cause: boom });
      expect(error.message).toContain(`\`${name}\` threw: boom`);
    }
  });

  test("next that changes the state and then throws: the error has the state before", async () => {
    const next = (state: { sum: number }): never => {
      state.sum = 99;
      throw new Error("boom");
    };
    expect(await rejection(chain({ ...base, next }))).toMatchObject({ state: { sum: 0 } });
  });

  test.each([
    ["by others", queueMicrotask],
    ["by itself", (abort: () => void): void => abort()],
  ])("a step that never comes back can be aborted %s", async (_name, by) => {
    const stop = new AbortController();
    const step = (): Promise<never> => {
      by(() => stop.abort());
      return new Promise(() => undefined);
    };
    const running = chain({ ...base, step }, { signal: stop.signal });
    await expect(running).rejects.toMatchObject({ name: "AbortError", index: 0 });
  });

  test("a chain that never ends can be limited", async () => {
    const error = await rejection(chain(counting(panel, Infinity), { maxSteps: 3 }));
    expect(error).toMatchObject({ name: "ChainError", index: 3, state: { sum: 3 } });
  });

  test.each([
    [
      "throws",
      (): never => {
        throw new Error("full disk");
      },
    ],
    ["rejects", (): Promise<never> => Promise.reject(new Error("full disk"))],
  ])("onStep that %s is a warning", async (_name, onStep) => {
    const { warnings, state } = await chain(base, { onStep });
    expect(state).toEqual({ sum: 2 });
    expect(warnings).toEqual([expect.stringContaining("`onStep` threw: full disk")]);
  });

  test.each([
    [{ retries: -1 }, "options.retries"],
    [{ retires: 1 }, "did you mean"],
    [{ maxSteps: 0 }, "options.maxSteps"],
    [{ id: "a b" }, "options.id"],
    [{ keep: "all" }, "options.keep"],
    [{ onStep: 1 }, "options.onStep"],
    [{ signal: {} }, "options.signal"],
    [{ journal: {} }, "options.journal"],
    [{ budget: { calls: 0.5 } }, "budget.calls"],
    [{ budget: { usd: 1 } }, "budget.usd"],
  ])("options %j are refused before anything is asked", async (options, words) => {
    await expect(chain(base, options as never)).rejects.toThrow(words);
  });
});
