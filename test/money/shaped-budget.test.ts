import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BudgetExceededError,
  createBudget,
  Debate,
  debate,
  memoryJournal,
  type DebateConfig,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";
import { rejection } from "../support/outcomes.ts";
import { answering } from "../support/panel.ts";

const QUESTION = "Should the roof be repaired or replaced?";
const price = { input: 3, output: 15 };

interface Panel {
  config: DebateConfig;
  requests: ModelRequest[];
}

/** Three members who never agree, a judge and a comparer, at frontier prices and with long replies allowed. */
function panel(more: Partial<DebateConfig> = {}, maxOutputTokens = 8192): Panel {
  const requests: ModelRequest[] = [];
  const model = (request: ModelRequest): ModelReply => {
    requests.push(request);
    const { items = [], stepId } = request;
    const numbers = items.map((_, index) => index + 1);
    const groups = numbers.map((number) => ({ items: [number], label: "" }));
    const said = { groups, none: [], claim: "It leaks.", for: [1], against: [2], claims: [] };
    return {
      text: answering(`answer of ${stepId}`, 0.5, { ...said, recommendation: "Repair it." }),
      usage: { inputTokens: 700, outputTokens: 300 },
    };
  };
  const member = { model, price, maxOutputTokens };
  const config: DebateConfig = {
    debaters: [member, member, member],
    judge: member,
    compare: { model, price },
    rounds: 1,
    ...more,
  };
  return { config, requests };
}

/** The output limits of the members and the judge, each once. */
function limitsOf(requests: readonly ModelRequest[]): number[] {
  const speakers = requests.filter(({ role }) => role === "debater" || role === "judge");
  return [...new Set(speakers.map(({ maxOutputTokens = 0 }) => maxOutputTokens))];
}

describe("a cap lowers the output limits", () => {
  test("three members at $3 and $15 a million tokens revise once under $0.50, with replies of 2,000 tokens", async () => {
    const { config, requests } = panel({ budget: { usd: 0.5 } });
    const result = await debate(QUESTION, config);
    expect(result.rounds).toHaveLength(2);
    expect(result.decision.method).toBe("judged");
    expect(result.warnings.join()).not.toContain("left out");
    expect(limitsOf(requests)).toHaveLength(1);
    expect(Math.min(...limitsOf(requests))).toBeGreaterThanOrEqual(2000);
    expect(result.costUsd).toBeLessThanOrEqual(0.5);
  });

  test("to the same one for everybody, the larger the larger the cap is, and never above the configured one", async () => {
    const limits: number[] = [];
    for (const usd of [0.3, 0.5, 0.8, 1.1, 5]) {
      const { config, requests } = panel({ budget: { usd } });
      await debate(QUESTION, config);
      expect(limitsOf(requests)).toHaveLength(1);
      limits.push(...limitsOf(requests));
    }
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
    expect(limits[0]).toBeGreaterThanOrEqual(800);
    expect(new Set(limits).size).toBe(5);
    expect(limits.at(-1)).toBe(8192);
  });

  test("a cap on tokens does the same", async () => {
    const { config, requests } = panel({ budget: { tokens: 60_000 } });
    const result = await debate(QUESTION, config);
    expect(result.rounds).toHaveLength(2);
    const [limit = 0] = limitsOf(requests);
    expect(limit).toBeGreaterThanOrEqual(800);
    expect(limit).toBeLessThan(8192);
  });

  test("one below 800 tokens is left alone", async () => {
    const { config, requests } = panel({ budget: { usd: 0.5 } }, 300);
    const short = requests;
    await debate(QUESTION, { ...config, compare: "rules" });
    expect(limitsOf(short)).toEqual([300]);
    const mixed = panel({ budget: { usd: 0.3 } });
    const [first, ...others] = mixed.config.debaters as object[];
    await debate(QUESTION, {
      ...mixed.config,
      debaters: [{ ...first, maxOutputTokens: 300 }, ...others] as DebateConfig["debaters"],
    });
    const [least, most] = limitsOf(mixed.requests).toSorted((a, b) => a - b);
    expect(least).toBe(300);
    expect(most).toBeLessThan(8192);
  });

  test("what is capped otherwise is left alone", async () => {
    const { config, requests } = panel({ budget: { calls: 20, ms: 60_000 } });
    await debate(QUESTION, config);
    expect(limitsOf(requests)).toContain(8192);
  });

  test("the plan is about what the cap leaves", async () => {
    const { config } = panel({ budget: { usd: 0.5 } });
    const capped = await new Debate(config).plan(QUESTION);
    const { budget: _budget, ...free } = config;
    const uncapped = await new Debate(free).plan(QUESTION);
    expect(capped.usd.max).toBe(0.5);
    expect(uncapped.usd.max).toBeGreaterThan(0.5);
    expect(capped.usd.typical).toBe(uncapped.usd.typical);
    expect(capped.tokens.max).toBeLessThan(uncapped.tokens.max);
  });
});

/** What a debate with everything leaves out under a cap. */
const PARTS = ["no report", "no crux", "no audit", "revision round"];

function listLeftOut(warnings: readonly string[]): string[] {
  const words = warnings.join().toLowerCase();
  return PARTS.filter((part) => words.includes(part) && words.includes("left out"));
}

function extended(usd: number | null, rounds = 2): Panel {
  const { config, requests } = panel({ rounds });
  const [model] = config.debaters as { model: DebateConfig["model"] }[];
  const helper = { model: model?.model, price };
  const more = {
    crux: helper,
    audit: helper,
    report: { type: "memo", ...helper },
    ...(usd === null ? {} : { budget: { usd } }),
  };
  return { config: { ...config, ...more } as DebateConfig, requests };
}

describe("a cap that is too small for replies of 800 tokens", () => {
  test("leaves out the report, the crux, the audit and then the rounds, in this order, each with a warning", async () => {
    const counts: number[] = [];
    for (let usd = 1.2; usd > 0.07; usd *= 0.8) {
      const { config, requests } = extended(usd);
      const result = await debate(QUESTION, config);
      const left = listLeftOut(result.warnings);
      expect(left, `$${usd}`).toEqual(PARTS.slice(0, left.length));
      const roles = new Set(requests.map(({ role }) => role));
      expect(roles.has("memo")).toBe(left.length < 1);
      expect(roles.has("crux")).toBe(left.length < 2 && result.rounds.length > 1);
      if (left.length < PARTS.length) expect(result.rounds).toHaveLength(3);
      else expect(result).toMatchObject({ stopReason: "budget" });
      expect(roles.has("judge")).toBe(true);
      expect(result.costUsd).toBeLessThanOrEqual(usd);
      const { warnings } = await new Debate(config).plan(QUESTION);
      expect(listLeftOut(warnings)).toEqual(left);
      counts.push(left.length);
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect([counts.at(0), counts.at(-1)]).toEqual([0, 4]);
  });

  test("is refused only if round 0 and its decision don't fit, and the smallest cap is named, which is enough", async () => {
    const poor = extended(0.01);
    const error = await rejection(debate(QUESTION, poor.config));
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(poor.requests).toEqual([]);
    const { smallestCap = 0 } = (error as unknown as BudgetExceededError).shortage;
    expect(error.message).toContain(
      `at least $${smallestCap}, even with short replies and no comparison.`,
    );
    expect(error.partial?.stopReason).not.toBeUndefined();
    expect((await new Debate(poor.config).plan(QUESTION)).warnings[0]).toBe(error.message);
    const enough = extended(smallestCap);
    const result = await debate(QUESTION, enough.config);
    expect(result.rounds).toHaveLength(1);
    expect(result.decision.method).toBe("judged");
    expect(limitsOf(enough.requests)).toEqual([800]);
    const less = await rejection(debate(QUESTION, extended(smallestCap * 0.999).config));
    expect(less.message).toContain(`$${smallestCap}`);
  });

  test("a refusal also names the caps with which prose is compared, and with which nothing is left out", async () => {
    const prose = (usd: number): Debate => {
      const model = ({ role, stepId, items = [] }: ModelRequest): ModelReply => ({
        text:
          role === "comparer"
            ? JSON.stringify({ groups: [{ items: items.map((_, at) => at + 1) }] })
            : `Answer: Take it step by step, as in ${stepId}`,
        usage: { inputTokens: 300, outputTokens: 700 },
      });
      const member = { model, price, maxOutputTokens: 8192 };
      const debaters = [member, member, member];
      return new Debate({ debaters, compare: { model, price }, budget: { usd } });
    };
    const { shortage } = await prose(0.001).plan(QUESTION);
    const { smallestCap = 0, comparingCap = 0, wholeCap = 0 } = shortage ?? {};
    expect([smallestCap, comparingCap, wholeCap]).toEqual(
      [smallestCap, comparingCap, wholeCap].toSorted((a, b) => a - b),
    );
    const poor = await prose(smallestCap).plan(QUESTION);
    expect(poor.warnings.join("\n")).toMatch(
      /Differently worded answers may not be compared: .* With \$[\d.]+, they are\./,
    );
    expect(poor.calls.typical).toBe(3);
    expect(poor.usd.typical).toBeLessThan(smallestCap);
    const compared = await prose(comparingCap).plan(QUESTION);
    expect(compared.warnings.join()).toMatch(/^No revision round/);
    expect(compared.warnings.join()).not.toContain("compared");
    const { integrity } = await prose(comparingCap).run(QUESTION);
    expect(integrity.compared).toMatchObject({ asked: 1, skipped: 0 });
    expect((await prose(wholeCap).plan(QUESTION)).warnings).toEqual([]);
  });

  test("what others left of a shared budget counts", async () => {
    const budget = createBudget({ usd: 0.5 });
    const hold = budget.open();
    hold.settle({ usd: 0, tokens: 0, calls: 0 }, { usd: 0.3, tokens: 0, calls: 0 });
    const { config, requests } = panel({ budget });
    await debate(QUESTION, config);
    const alone = panel({ budget: { usd: 0.2 } });
    await debate(QUESTION, alone.config);
    expect(limitsOf(requests)).toEqual(limitsOf(alone.requests));
  });
});

describe("the router", () => {
  const short = { model: () => ({ text: "Answer: 1" }), price, maxOutputTokens: 8192 };
  /** Three members, and the requests of a router that is not sure. */
  function routed(usd: number): Panel {
    const requests: ModelRequest[] = [];
    const model = (request: ModelRequest): ModelReply => {
      requests.push(request);
      const outputTokens = request.maxOutputTokens ?? 0;
      return { text: "I am not sure.", usage: { inputTokens: 100, outputTokens } };
    };
    const route = { type: "confident" as const, model, price };
    return { config: { debaters: [short, short, short], route, budget: { usd } }, requests };
  }

  test("is skipped before it is paid where the debate would not fit after it", async () => {
    const { config, requests } = routed(0.04);
    const result = await debate(QUESTION, config);
    expect(result.answer).toBe("1");
    expect(requests).toEqual([]);
    expect(result.warnings.join()).toContain("router");
  });

  test("has no more tokens than are counted for it, so that it costs nobody a round", async () => {
    const { config, requests } = routed(0.2);
    const result = await debate(QUESTION, config);
    expect(requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([700]);
    expect(result.rounds.length).toBeGreaterThan(0);
    const rich = routed(5);
    await debate(QUESTION, rich.config);
    expect(rich.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([2048]);
  });

  test("is skipped under a cap on calls that leaves none for the debate", async () => {
    const { config, requests } = routed(5);
    const result = await debate(QUESTION, { ...config, budget: { calls: 3 } });
    expect(result.answer).toBe("1");
    expect(requests).toEqual([]);
  });
});

describe("a run that is resumed", () => {
  /** Aborts after some calls, then goes on. */
  async function runTwice(
    first: Panel,
    second: Panel,
    after: number,
  ): Promise<Awaited<ReturnType<typeof debate>>> {
    const journal = memoryJournal();
    const leave = new AbortController();
    const interrupted = debate(
      QUESTION,
      { ...first.config, journal },
      {
        id: "run",
        signal: leave.signal,
        onEvent: () => {
          if (first.requests.length >= after) leave.abort();
        },
      },
    );
    await rejection(interrupted);
    return debate(QUESTION, { ...second.config, journal }, { id: "run" });
  }

  test("has the same limits and leaves out the same, wherever it was interrupted", async () => {
    for (const usd of [0.15, 0.45, 0.9]) {
      const whole = extended(usd);
      const expected = await debate(QUESTION, whole.config, { id: "run" });
      for (const after of [1, 2, 3, 4]) {
        const [first, second] = [extended(usd), extended(usd)];
        const result = await runTwice(first, second, after);
        expect(result.answer).toBe(expected.answer);
        expect(result.warnings).toEqual(expected.warnings);
        const limits = limitsOf([...first.requests, ...second.requests]);
        expect(limits).toEqual(limitsOf(whole.requests));
      }
    }
  });

  test("goes on under another cap with what that cap leaves, in whichever direction it changed", async () => {
    for (const [before, now] of [
      [0.15, 2],
      [2, 0.15],
      [0.45, 0.9],
      [0.9, 0.3],
    ] as const) {
      const [first, second] = [extended(before), extended(now)];
      const result = await runTwice(first, second, 4);
      expect(result.answer).not.toBeNull();
      expect(result.costUsd).toBeLessThanOrEqual(Math.max(before, now));
    }
  });

  test("ended for its cap, it goes on with more rounds under a larger one", async () => {
    const journal = memoryJournal();
    const poor = { ...panel({ budget: { usd: 0.15 }, rounds: 2 }).config, journal };
    const first = await debate(QUESTION, poor, { id: "run" });
    expect(first).toMatchObject({ stopReason: "budget" });
    const rich = { ...panel({ budget: { usd: 2 }, rounds: 2 }).config, journal };
    const second = await debate(QUESTION, rich, { id: "run" });
    expect(second).toMatchObject({ stopReason: "max_rounds" });
    expect(second.rounds).toHaveLength(3);
    expect(second.rounds[0]).toEqual(first.rounds[0]);
  });
});

test("a fork doesn't drop rounds that were paid for in another run", async () => {
  const journal = memoryJournal();
  const { config } = panel({ rounds: 2, journal });
  await debate(QUESTION, config, { id: "origin" });
  const forked = new Debate({ ...config, budget: { usd: 0.25 } });
  const result = await forked.fork("origin", { fromRound: 2 });
  expect(result.rounds).toHaveLength(3);
  expect(result.warnings.join()).not.toContain("left out");
});

test("no cap is exceeded, whatever it leaves of a debate, and nothing is refused that has room", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }).map((cents) => cents / 100),
      fc.nat(3),
      fc.constantFrom(300, 2048, 8192),
      fc.boolean(),
      async (usd, rounds, maxOutputTokens, isLong) => {
        let spent = 0;
        const model = (request: ModelRequest): ModelReply => {
          const { system, messages, maxOutputTokens: room = 0, stepId } = request;
          const prompt = [system, ...messages.map(({ content }) => content)];
          const inputTokens = prompt.reduce((sum, text) => sum + estimateTokens(text), 0);
          const outputTokens = isLong ? room : 100;
          spent += (inputTokens * price.input + outputTokens * price.output) / 1e6;
          const text = `Answer: ${stepId}${" x".repeat(outputTokens - 20)}`;
          return { text, usage: { inputTokens, outputTokens } };
        };
        const member = { model, price, maxOutputTokens };
        const config: DebateConfig = {
          debaters: [member, member, member],
          judge: member,
          rounds,
          answer: "text",
          compare: "rules",
          budget: { usd },
        };
        const run = debate(QUESTION, config);
        const error = await run.then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(spent).toBeLessThanOrEqual(usd + 1e-9);
        if (error === null) return;
        if (!(error instanceof BudgetExceededError)) throw error;
        refused += 1;
        expect(spent).toBe(0);
        const { smallestCap = 0 } = error.shortage;
        expect(smallestCap).toBeGreaterThan(usd);
        await debate(QUESTION, { ...config, budget: { usd: smallestCap } });
      },
    ),
    { numRuns: 20 },
  );
  expect(refused).toBeGreaterThan(0);
});
