import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelError } from "../../packages/core/src/errors.ts";
import type { DebateConfig } from "../../packages/core/src/protocol/options.ts";
import { resolveConfig } from "../../packages/runtime/src/api/config/resolve-config.ts";
import { randomPlanned } from "../../scripts/lib/costly-debates.ts";
import {
  listCallableModels,
  listModels,
  withAlternates,
} from "../../packages/core/src/debate/config/members.ts";
import type {
  ResolvedConfig,
  Task,
} from "../../packages/core/src/debate/config/resolved-config.ts";
import { getLimit, withoutUserCode } from "../../packages/core/src/debate/simulate/scenarios.ts";
import {
  simulateRun,
  type SimulatedCall,
} from "../../packages/core/src/debate/simulate/simulate-run.ts";
import type { Behavior } from "../../packages/core/src/debate/simulate/worst-case-replies.ts";

const TASK: Task = {
  id: "plan",
  question: "Which one is it?",
  context: [],
  material: [],
  secret: () => "",
};

function simulate(resolved: ResolvedConfig, behavior: Behavior): Promise<SimulatedCall[]> {
  return simulateRun(withoutUserCode(resolved), TASK, {
    behavior,
    replyTokens: getLimit,
    quoteFactor: 1,
  });
}

const behaviors: fc.Arbitrary<Behavior> = fc.record({
  agrees: fc.boolean(),
  usesTools: fc.boolean(),
  quotesAll: fc.boolean(),
  check: fc.constantFrom("ok", "refuted", "unknown", "first_stands"),
});

test("a simulated run calls nobody who is not on the list of those that a debate may call", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), behaviors, async (seed, behavior) => {
      const resolved = resolveConfig(randomPlanned(seed, ModelError).config);
      const callableModels = listCallableModels(resolved).map(({ role, member }) => ({
        role,
        models: withAlternates(member).flatMap(listModels),
      }));
      for (const { call } of await simulate(resolved, behavior)) {
        const { role } = call.request;
        const isListed = callableModels.some(
          (callable) =>
            callable.role === role &&
            callable.models.some(({ pricing }) => pricing === call.pricing),
        );
        expect(isListed, call.step).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test("no model, tool, checker or function of the user is called", async () => {
  const never = (): never => {
    throw new Error("it was called");
  };
  const member = {
    model: never,
    price: { input: 1, output: 1 },
    tools: { look_up: { description: "looks it up", execute: never } },
  };
  const config = {
    debaters: [member, member, member],
    judge: { model: never },
    answer: { read: never, same: never },
    stop: never,
    decide: never,
    see: never,
    route: never,
    verify: never,
  } as unknown as DebateConfig<never>;
  const behavior: Behavior = {
    agrees: false,
    usesTools: true,
    quotesAll: true,
    check: "refuted",
  };
  expect(await simulate(resolveConfig(config), behavior)).not.toEqual([]);
  const { verify: _verify, ...polled } = { ...config, poll: never };
  expect(await simulate(resolveConfig(polled), behavior)).not.toEqual([]);
});

test("a reply of any length is simulated in the same number of calls", async () => {
  const config = (maxOutputTokens: number): ResolvedConfig =>
    resolveConfig({
      debaters: [0, 1, 2].map(() => ({ model: () => "", maxOutputTokens })),
      rounds: 2,
      show: "transcript",
    });
  const behavior: Behavior = {
    agrees: false,
    usesTools: true,
    quotesAll: true,
    check: "refuted",
  };
  const [short, long] = [
    await simulate(config(10), behavior),
    await simulate(config(100_000), behavior),
  ];
  expect(long.map(({ call }) => call.step)).toEqual(short.map(({ call }) => call.step));
  const last =
    long
      .at(-1)
      ?.call.request.messages.map(({ content }) => content)
      .join("") ?? "";
  expect(last.length).toBeLessThan(20_000);
  // Three rounds of three members, each read by everybody.
  expect(long.at(-1)?.input).toBeGreaterThan(600_000);
});
