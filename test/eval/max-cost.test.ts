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
        expect(report.stopped).toContain("budget.usd");
      }
    },
  );

  test("a router without a price is refused: a cap needs every price", async () => {
    const bill = billed();
    const panel = { answer: "exact", ...shapes["a router"]?.(bill) } as never;
    const options = { items, panel, arms: [{ type: "debate" as const }], maxCost: 5 };
    await expect(evaluate(options)).rejects.toThrow("maxCost: expected a known price");
  });
});
