import { describe, expect, test } from "vitest";
import { ModelError, type DebateConfig, type Debater } from "../../packages/rostrum/src/index.ts";
import { evaluate, type EvalItem } from "../../packages/eval/src/index.ts";

const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 1 };
/** Every call that is billed costs $1, and can't cost more. */
const price = { input: 0, output: 1_000_000 };

const items: EvalItem[] = Array.from({ length: 6 }, (_, at) => ({
  id: `q${at}`,
  question: `What is ${at} + 1?`,
  gold: String(at + 1),
}));

function billed(): { calls: number; seat(more?: Partial<Debater>): Debater; down(): Debater } {
  const bill = {
    calls: 0,
    seat: (more: Partial<Debater> = {}): Debater => ({
      model: ({ role }) => {
        bill.calls += 1;
        return { text: `Answer: 1\nConfidence: ${role === "router" ? 0.1 : 0.9}`, usage };
      },
      price,
      maxOutputTokens: 1,
      ...more,
    }),
    /** Fails, and may have been billed for it. */
    down: (): Debater =>
      bill.seat({
        model: () => {
          bill.calls += 1;
          throw new ModelError("the connection broke", { retryable: false });
        },
      }),
  };
  return bill;
}

describe("the most that an evaluation may cost", () => {
  const shapes: Record<string, (bill: ReturnType<typeof billed>) => DebateConfig<never>> = {
    "a router": (bill) => ({
      debaters: [bill.seat(), bill.seat()],
      route: { type: "confident", model: bill.seat().model as never },
    }),
    "the first debater as router": (bill) => ({
      debaters: [bill.seat(), bill.seat()],
      route: "confident",
    }),
    "a fallback": (bill) => ({
      debaters: [
        { ...bill.down(), fallback: { model: bill.seat().model as never, price } },
        bill.seat(),
      ],
    }),
    "a judge in both orders": (bill) => ({
      debaters: [bill.seat(), bill.seat()],
      judge: bill.seat(),
      decide: { type: "judged", always: true, bothOrders: true },
    }),
  };

  test.each(Object.entries(shapes).filter(([name]) => name !== "a router"))(
    "counts the calls of %s",
    async (_name, shape) => {
      for (const maxCost of [5, 9, 14]) {
        const bill = billed();
        const report = await evaluate({
          items,
          panel: {
            answer: "exact",
            rounds: 1,
            stop: "never",
            limits: { retries: 0 },
            ...shape(bill),
          } as never,
          arms: [{ type: "vote" }, { type: "debate" }],
          maxCost,
        });
        expect(bill.calls).toBeLessThanOrEqual(maxCost);
        expect(report.spent.calls).toBe(bill.calls);
        expect(report.stopped).toMatch(/^maxCost: the next step may need \$/);
      }
    },
  );

  const LONG = "A rule about the reply that a provider reads with every call. ".repeat(40);
  /** Tokens that providers count for it. */
  const LONG_TOKENS = 500;

  const readers: Record<string, (ask: () => void) => DebateConfig<never>> = {
    "definitions of tools": (ask) => ({
      answer: "exact" as never,
      debaters: [0, 1].map(() => ({
        tools: {
          look: { description: LONG, inputSchema: { type: "object" }, execute: () => "nothing" },
        } as never,
        model: () => {
          ask();
          return { text: "Answer: 1", usage: { inputTokens: LONG_TOKENS, outputTokens: 1 } };
        },
      })),
    }),
    "a schema": (ask) => ({
      answer: {
        type: "json",
        schema: {
          "~standard": {
            version: 1,
            vendor: "test",
            validate: (value: unknown) => ({ value }),
            jsonSchema: { output: () => ({ type: "object", description: LONG }) },
          },
        },
      } as never,
      debaters: [0, 1].map(() => ({ model: createSchemaReader(ask) as never })),
    }),
  };

  function createSchemaReader(ask: () => void): object {
    return {
      specificationVersion: "v4",
      provider: "test",
      modelId: "m",
      supportedUrls: {},
      doGenerate: async () => {
        ask();
        return {
          content: [{ type: "text", text: '{"answer":{"a":1}}' }],
          finishReason: { unified: "stop", raw: "stop" },
          usage: {
            inputTokens: { total: LONG_TOKENS, noCache: LONG_TOKENS, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        };
      },
    };
  }

  test.each(Object.entries(readers))("counts %s, also in parallel", async (_name, panelOf) => {
    let calls = 0;
    const panel = panelOf(() => (calls += 1));
    const priced = {
      ...panel,
      limits: { retries: 0 },
      rounds: 0,
      debaters: (panel.debaters as Debater[]).map((debater) => ({
        ...debater,
        price: { input: 1, output: 1 },
        maxOutputTokens: 1,
      })),
    } as unknown as DebateConfig<never>;
    const run = (maxCost: number): ReturnType<typeof evaluate> =>
      evaluate({ items, panel: priced, arms: [{ type: "vote" }], maxCost, concurrency: 6 });
    for (const maxCost of [0.001, 0.002, 0.003]) {
      const { spent } = await run(maxCost);
      expect(spent.usd).toBeLessThanOrEqual(maxCost);
    }
    calls = 0;
    const { spent } = await run(1);
    expect(calls).toBe(12);
    expect(spent.usd).toBeCloseTo((12 * (LONG_TOKENS + 1)) / 1_000_000, 9);
  });

  test("a router without a price is refused: a cap needs every price", async () => {
    const bill = billed();
    const panel = { answer: "exact", ...shapes["a router"]?.(bill) } as never;
    const options = { items, panel, arms: [{ type: "debate" as const }], maxCost: 5 };
    await expect(evaluate(options)).rejects.toThrow("maxCost: expected a known price");
  });
});
