import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BudgetExceededError,
  createBudget,
  debate,
  fold,
  PanelFailedError,
  type BudgetLimits,
  type DebateConfig,
  type Debater,
  type DebateResult,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { charge, emptyBill, FATES, happen, type Fate, type Terms } from "../support/billing.ts";
import { inProtocol, protocol } from "../support/protocols.ts";
import { conductor, cycling, type Conductor } from "../support/conductor.ts";
import { emptyDisk, startProcess } from "../support/killable-journal.ts";

interface Member extends Terms {
  maxOutputTokens: number;
  fallback: boolean;
}

const member: fc.Arbitrary<Member> = fc.record({
  input: fc.constantFrom(0, 1, 30),
  output: fc.constantFrom(0, 5, 200),
  maxOutputTokens: fc.integer({ min: 1, max: 120 }),
  fallback: fc.boolean(),
});
const plan = fc.record({
  members: fc.array(member, { minLength: 2, maxLength: 4 }),
  judge: fc.option(member),
  bothOrders: fc.boolean(),
  routed: fc.boolean(),
  protocol,
  rounds: fc.nat(2),
  retries: fc.nat(2),
  concurrency: fc.constantFrom(undefined, 1, 2),
  show: fc.constantFrom("latest" as const, "transcript" as const, "digest" as const),
  poll: fc.constantFrom("everyone" as const, "race" as const, "sequential" as const),
  fates: fc.array(fc.constantFrom<Fate>("said", "said", "said", "said", ...FATES), {
    minLength: 1,
    maxLength: 15,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** How a process ends: killed or aborted at its nth call, or killed at its nth write. */
const end = fc.oneof(
  fc.record({ how: fc.constant("kill" as const), call: fc.nat(8) }),
  fc.record({ how: fc.constant("abort" as const), call: fc.nat(8) }),
  fc.record({ how: fc.constant("write" as const), call: fc.nat(25) }),
);
type End = typeof end extends fc.Arbitrary<infer T> ? T : never;

const caps: fc.Arbitrary<BudgetLimits> = fc.record(
  {
    calls: fc.nat(25),
    tokens: fc.oneof(fc.nat(4000), fc.nat(40_000)),
    usd: fc.oneof(fc.nat(1000), fc.nat(20_000)).map((units) => units / 1e5),
  },
  { requiredKeys: [] },
);
const order = fc.array(fc.nat(30), { minLength: 1, maxLength: 15 });

interface World {
  plan: Plan;
  budget: NonNullable<DebateConfig["budget"]>;
  limits: BudgetLimits;
  bill: ReturnType<typeof emptyBill>;
  disk: ReturnType<typeof emptyDisk>;
  conduct: Conductor;
  fate(below: number): number;
}

/** One process works on the run until it ends, by itself or not. `null`: it was killed or aborted. */
async function live(world: World, ending: End | null): Promise<DebateResult | null> {
  const { plan: one, limits, bill, disk, conduct, budget } = world;
  const leave = new AbortController();
  let calls = 0;
  let writes = 0;
  const process = startProcess(disk, () => {
    if (ending?.how === "write" && writes++ === ending.call) process.kill();
  });
  const modelOf =
    (terms: Terms): ModelFunction =>
    async (request) => {
      await process.alive(() => charge(bill, limits, { calls: 1, tokens: 0, usd: 0 }));
      if (ending !== null && ending.how !== "write" && calls++ === ending.call) {
        if (ending.how === "abort") leave.abort();
        else process.kill();
      }
      await conduct.turn();
      // A provider goes on, and bills, whether anybody still listens or not.
      const fate = FATES[world.fate(FATES.length)] ?? "said";
      const reply = happen(fate, terms, request, (spend) => charge(bill, limits, spend));
      return process.alive(() => reply);
    };
  const seat = ({ input, output, maxOutputTokens, fallback }: Member): Debater => {
    const model = modelOf({ input, output });
    const price = { input, output, cachedInput: input / 2 };
    return { model, maxOutputTokens, price, ...(fallback ? { fallback: { model, price } } : {}) };
  };
  const config: DebateConfig = {
    debaters: one.members.map(seat),
    ...(one.judge
      ? { judge: seat(one.judge), decide: { type: "judged", bothOrders: one.bothOrders } }
      : {}),
    ...(one.routed ? { route: "confident" } : {}),
    rounds: one.rounds,
    show: one.show,
    poll: one.poll,
    stop: "never",
    answer: "exact",
    budget,
    journal: process.journal,
    limits: {
      retries: one.retries,
      ...(one.concurrency === undefined ? {} : { concurrency: one.concurrency }),
    },
  };
  const run = debate("Which one?", inProtocol(config, one.protocol), {
    id: "run",
    signal: leave.signal,
  }).catch((error: unknown) => {
    const known = error instanceof BudgetExceededError || error instanceof PanelFailedError;
    if (known || leave.signal.aborted) return null;
    throw error;
  });
  return conduct.drive(Promise.race([run, process.died.then(() => null)]));
}

function worldOf(one: Plan, limits: BudgetLimits, shared: boolean, turns: number[]): World {
  return {
    plan: one,
    budget: shared ? createBudget(limits) : limits,
    limits,
    bill: emptyBill(),
    disk: emptyDisk(),
    conduct: conductor(cycling(turns)),
    fate: cycling(one.fates.map((name) => FATES.indexOf(name))),
  };
}

test("no cap is exceeded by a run that is killed, aborted and resumed by its id, again and again", async () => {
  const seen = { resumed: 0, results: 0, budget: 0 };
  await fc.assert(
    fc.asyncProperty(
      plan,
      caps,
      fc.array(end, { maxLength: 4 }),
      fc.nat(2),
      order,
      async (one, limits, ends, again, turns) => {
        const world = worldOf(one, limits, false, turns);
        for (const ending of ends) await live(world, ending);
        let result: DebateResult | null = null;
        for (let life = 0; life <= again; life++) result = await live(world, null);
        expect(world.bill.over).toEqual([]);
        if (ends.length > 0) seen.resumed += 1;
        if (result === null) return;
        seen.results += 1;
        expect(fold(world.disk.events).result).toEqual(result);
        for (const { status, text } of result.rounds.flatMap(({ positions }) => positions)) {
          if (status === "spoke") expect(text).not.toBe("");
        }
        if (result.stopReason === "budget") seen.budget += 1;
        // A process may die between the record of an attempt and the attempt.
        expect(result.usage.calls).toBeGreaterThanOrEqual(world.bill.calls);
        expect(result.usage.calls).toBeLessThanOrEqual(world.bill.calls + 5 * (ends.length + 1));
        if (ends.length === 0) expect(result.usage.calls).toBe(world.bill.calls);
      },
    ),
    {
      numRuns: 120,
      // A reply that was cut off, then lost with twice the room, then given: two attempts were large.
      examples: [
        [
          {
            members: [
              { input: 0, output: 200, maxOutputTokens: 85, fallback: false },
              { input: 0, output: 0, maxOutputTokens: 1, fallback: false },
            ],
            judge: { input: 0, output: 0, maxOutputTokens: 1, fallback: false },
            bothOrders: false,
            routed: true,
            protocol: "plain",
            rounds: 0,
            retries: 2,
            concurrency: undefined,
            show: "latest",
            poll: "everyone",
            fates: ["cut", "lost", "said"],
          },
          { usd: 0.085 },
          [],
          1,
          [0],
        ],
      ],
    },
  );
  expect(seen.resumed).toBeGreaterThan(60);
  expect(seen.results).toBeGreaterThan(15);
  expect(seen.budget).toBeGreaterThan(3);
});

test("a shared budget holds over resumes in one process", async () => {
  await fc.assert(
    fc.asyncProperty(
      plan,
      caps,
      fc.array(fc.nat(8), { maxLength: 3 }),
      order,
      async (one, limits, ends, turns) => {
        const world = worldOf(one, limits, true, turns);
        for (const call of ends) await live(world, { how: "abort", call });
        await live(world, null);
        expect(world.bill.over).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
