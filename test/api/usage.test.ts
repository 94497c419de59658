import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  fold,
  ModelError,
  type DebateConfig,
  type ModelFunction,
  type Usage,
} from "../../packages/rostrum/src/index.ts";
import { watch } from "../support/outcomes.ts";

const USAGE = {
  inputTokens: 100,
  cachedInputTokens: 40,
  cacheWriteTokens: 20,
  outputTokens: 50,
  reasoningTokens: 30,
} satisfies Required<Usage>;
const says =
  (text: string, usage: Usage = USAGE): ModelFunction =>
  () => ({ text, usage });
const times = (count: number): object =>
  Object.fromEntries(Object.entries(USAGE).map(([part, tokens]) => [part, tokens * count]));

/** Refuses its first attempts without waiting, then replies. */
function late(refusals: number, reply: ModelFunction): ModelFunction {
  let left = refusals;
  return (request) => {
    if (left-- > 0) throw new ModelError("overloaded", { status: 529, retryAfterMs: 0 });
    return reply(request);
  };
}

const settings = { rounds: 0, answer: "exact" } as const;
const cases: { what: string; config: () => DebateConfig; calls: number; paid: number }[] = [
  {
    what: "debaters",
    config: () => ({ ...settings, debaters: [says("Answer: a"), says("Answer: b")] }),
    calls: 2,
    paid: 2,
  },
  {
    what: "retries",
    config: () => ({ ...settings, debaters: [late(2, says("Answer: a")), says("Answer: b")] }),
    calls: 4,
    paid: 2,
  },
  {
    what: "a fallback",
    config: () => ({
      ...settings,
      debaters: [
        { model: late(9, says("x")), fallback: says("Answer: a") },
        { model: says("Answer: b") },
      ],
      limits: { retries: 0 },
    }),
    calls: 3,
    paid: 2,
  },
  {
    what: "a judge asked in both orders",
    config: () => ({
      ...settings,
      debaters: [says("Answer: a"), says("Answer: b")],
      judge: says("Answer: a"),
      decide: { type: "judged", always: true, bothOrders: true },
    }),
    calls: 4,
    paid: 4,
  },
  {
    what: "a router",
    config: () => ({
      ...settings,
      debaters: [says("Answer: a"), says("Answer: b")],
      route: { type: "confident", model: says("Answer: a") },
    }),
    calls: 3,
    paid: 3,
  },
];

describe("what a debate used", () => {
  test.each(cases)("every kind of token is added up: $what", async (one) => {
    const { result, stored } = await watch(new Debate(one.config()));
    expect(result?.usage).toEqual({ calls: one.calls, ...times(one.paid) });
    expect(fold(stored).result.usage).toEqual(result?.usage);
  });

  test("a kind of token that one reply leaves out is null in the sum, and the others are summed", async () => {
    const { reasoningTokens: _left, ...rest } = USAGE;
    const debaters = [says("Answer: a"), says("Answer: b", rest)];
    const { usage } = await debate("q", { ...settings, debaters });
    expect(usage).toEqual({ calls: 2, ...times(2), reasoningTokens: null });
  });
});
