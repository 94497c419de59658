import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BudgetExceededError,
  createBudget,
  debate,
  PanelFailedError,
  type Budget,
  type BudgetLimits,
  type DebateConfig,
  type Debater,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import {
  charge,
  emptyBill,
  FATES,
  happen,
  type Bill,
  type Fate,
  type Terms,
} from "../support/billing.ts";
import { inProtocol, protocol, type Protocol } from "../support/protocols.ts";
import { conductor, cycling, type Conductor } from "../support/conductor.ts";

interface Member extends Terms {
  maxOutputTokens: number;
}

interface Plan {
  members: Member[];
  judge: Member | null;
  routed: boolean;
  rounds: number;
  retries: number;
  show: "latest" | "transcript" | "digest";
  pick: boolean;
  protocol: Protocol;
  fates: Fate[];
  /** Abort after so many replies. */
  abortAfter: number | null;
}

const member: fc.Arbitrary<Member> = fc.record({
  input: fc.constantFrom(0, 1, 30),
  output: fc.constantFrom(0, 5, 200),
  maxOutputTokens: fc.integer({ min: 1, max: 120 }),
});
const plan: fc.Arbitrary<Plan> = fc.record({
  members: fc.array(member, { minLength: 2, maxLength: 4 }),
  judge: fc.option(member),
  routed: fc.boolean(),
  rounds: fc.nat(2),
  retries: fc.nat(2),
  show: fc.constantFrom("latest", "transcript", "digest"),
  pick: fc.boolean(),
  protocol,
  fates: fc.array(fc.constantFrom("said", "said", "said", ...FATES), {
    minLength: 1,
    maxLength: 15,
  }),
  abortAfter: fc.option(fc.nat(6), { freq: 4 }),
});
const caps: fc.Arbitrary<BudgetLimits> = fc.record(
  {
    calls: fc.nat(25),
    tokens: fc.oneof(fc.nat(4000), fc.nat(80_000)),
    usd: fc.oneof(fc.nat(1000), fc.nat(20_000)).map((units) => units / 1e5),
  },
  { requiredKeys: [] },
);
const order = fc.array(fc.nat(30), { minLength: 1, maxLength: 15 });

test("no cap is ever exceeded: panels, prices, orders, faults, retries, aborts, shared budgets", async () => {
  const ends = { ok: 0, budget: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 4 }),
      caps,
      fc.boolean(),
      order,
      async (plans, limits, shared, turns) => {
        const conduct = conductor(cycling(turns));
        const together = createBudget(limits);
        const ledger = emptyBill();
        const ledgers = [ledger];
        const runs = plans.map((one) => {
          if (shared) return run(one, together, ledger, conduct);
          const own = emptyBill();
          ledgers.push(own);
          return run(one, createBudget(limits), own, conduct);
        });
        for (const { reason } of await conduct.drive(Promise.all(runs))) ends[reason] += 1;
        for (const { over } of ledgers) expect(over).toEqual([]);
        if (shared) expectCovered(together, ledger);
      },
    ),
    { numRuns: 50 },
  );
  // Neither all too poor nor all too rich to say anything.
  expect(ends.ok).toBeGreaterThan(20);
  expect(ends.budget).toBeGreaterThan(20);
});

/** Runs one debate; the ledger is checked at every call. */
async function run(
  one: Plan,
  budget: Budget,
  ledger: Bill,
  conduct: Conductor,
): Promise<{ reason: "ok" | "budget" }> {
  const fate = cycling(one.fates.map((name) => FATES.indexOf(name)));
  const leave = new AbortController();
  let replies = 0;
  const modelOf =
    (terms: Member) =>
    async (request: ModelRequest): Promise<ModelReply> => {
      charge(ledger, budget.limits, { calls: 1, tokens: 0, usd: 0 });
      const name = FATES[fate(FATES.length)] ?? "said";
      await conduct.turn();
      if (++replies === one.abortAfter) leave.abort();
      return happen(name, terms, request, (spend) => charge(ledger, budget.limits, spend));
    };
  const seat = (terms: Member): Debater => ({
    model: modelOf(terms),
    maxOutputTokens: terms.maxOutputTokens,
    price: { input: terms.input, output: terms.output, cachedInput: terms.input / 2 },
  });
  const config: DebateConfig = {
    debaters: one.members.map(seat),
    ...(one.judge
      ? {
          judge: seat(one.judge),
          decide: { type: "judged", mode: one.pick ? "pick" : "synthesize" },
        }
      : {}),
    ...(one.routed ? { route: "confident" } : {}),
    rounds: one.rounds,
    show: one.show,
    stop: "never",
    answer: "exact",
    budget,
    limits: { retries: one.retries },
  };
  try {
    const result = await debate("Which one?", inProtocol(config, one.protocol), {
      signal: leave.signal,
    });
    return { reason: result.stopReason === "budget" ? "budget" : "ok" };
  } catch (error) {
    if (error instanceof BudgetExceededError) return { reason: "budget" };
    if (error instanceof PanelFailedError || leave.signal.aborted) return { reason: "ok" };
    throw error;
  }
}

/** A shared budget knows at least of what was billed. */
function expectCovered(budget: Budget, ledger: Bill): void {
  const spent = budget.spent();
  expect(spent.calls).toBe(ledger.calls);
  expect(spent.tokens).toBeGreaterThanOrEqual(ledger.tokens - 1e-6);
  expect(spent.usd).toBeGreaterThanOrEqual(ledger.usd - 1e-6);
}
