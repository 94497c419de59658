import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BudgetExceededError,
  createBudget,
  debate,
  ModelError,
  PanelFailedError,
  type Budget,
  type BudgetLimits,
  type DebateConfig,
  type Debater,
  type ModelReply,
  type ModelRequest,
} from "../packages/rostrum/src/index.ts";
import { estimateTokens } from "../packages/rostrum/src/debate/token-estimate.ts";
import { conductor, cycling, type Conductor } from "./support/conductor.ts";

/** What providers really billed, whatever the debates believe. */
interface Spent {
  calls: number;
  tokens: number;
  usd: number;
}
interface Ledger extends Spent {
  /** Caps that were broken; a model can't throw it, that would pass for a fault. */
  over: string[];
}

/** How one call goes. All but `refused` are billed; some don't say so. */
const FATES = ["said", "silent", "refused", "lost", "reasoned", "priced", "rejected"] as const;
type Fate = (typeof FATES)[number];

interface Member {
  input: number;
  output: number;
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
        const ledger = emptyLedger();
        const ledgers = [ledger];
        const runs = plans.map((one) => {
          if (shared) return run(one, together, ledger, conduct);
          const own = emptyLedger();
          ledgers.push(own);
          return run(one, createBudget(limits), own, conduct);
        });
        for (const { reason } of await conduct.drive(Promise.all(runs))) ends[reason] += 1;
        for (const { over } of ledgers) expect(over).toEqual([]);
        if (shared) expectCovered(together, ledger);
      },
    ),
    { numRuns: 250 },
  );
  // Neither all too poor nor all too rich to say anything.
  expect(ends.ok).toBeGreaterThan(20);
  expect(ends.budget).toBeGreaterThan(20);
});

/** Runs one debate; the ledger is checked at every call. */
async function run(
  one: Plan,
  budget: Budget,
  ledger: Ledger,
  conduct: Conductor,
): Promise<{ reason: "ok" | "budget" }> {
  const fate = cycling(one.fates.map((name) => FATES.indexOf(name)));
  const leave = new AbortController();
  let replies = 0;
  const modelOf =
    (terms: Member) =>
    async (request: ModelRequest): Promise<ModelReply> => {
      bill(ledger, budget, { calls: 1, tokens: 0, usd: 0 });
      const name = FATES[fate(FATES.length)] ?? "said";
      await conduct.turn();
      if (++replies === one.abortAfter) leave.abort();
      return happen(name, terms, request, (spend) => bill(ledger, budget, spend));
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
    const result = await debate("Which one?", config, { signal: leave.signal });
    return { reason: result.stopReason === "budget" ? "budget" : "ok" };
  } catch (error) {
    if (error instanceof BudgetExceededError) return { reason: "budget" };
    if (error instanceof PanelFailedError || leave.signal.aborted) return { reason: "ok" };
    throw error;
  }
}

/** Bills no more input tokens than a prompt is estimated at, and no more output than was allowed. */
function happen(
  fate: Fate,
  { input, output }: Member,
  { system, messages, maxOutputTokens = 0 }: ModelRequest,
  billed: (spend: Spent) => void,
): ModelReply {
  const prompt = [system, ...messages.map(({ content }) => content)];
  const inputTokens = prompt.reduce((sum, text) => sum + estimateTokens(text), 0);
  const cachedInputTokens = Math.floor(inputTokens / 3);
  const text = `Answer: ${"x".repeat(maxOutputTokens)}`.slice(0, maxOutputTokens);
  const outputTokens = fate === "said" ? text.length : maxOutputTokens;
  const usd = ((inputTokens - cachedInputTokens / 2) * input + outputTokens * output) / 1e6;
  if (fate === "refused") throw new ModelError("slow down", { status: 429, retryAfterMs: 0 });
  billed({ calls: 0, tokens: inputTokens + outputTokens, usd });
  const usage = { inputTokens, outputTokens, cachedInputTokens };
  switch (fate) {
    case "said":
    case "reasoned":
      return { text, usage };
    case "silent":
      return { text };
    case "priced":
      return { text, usage, costUsd: usd };
    case "lost":
      throw new ModelError("the connection broke", { retryAfterMs: 0 });
    case "rejected":
      throw new ModelError("refused at the end", { retryAfterMs: 0, costUsd: usd });
  }
}

function emptyLedger(): Ledger {
  return { calls: 0, tokens: 0, usd: 0, over: [] };
}

function bill(ledger: Ledger, { limits }: Budget, spend: Spent): void {
  for (const key of ["calls", "tokens", "usd"] as const) {
    ledger[key] += spend[key];
    const cap = limits[key] ?? Infinity;
    if (ledger[key] > cap + 1e-6) ledger.over.push(`${key}: ${ledger[key]} of ${cap}`);
  }
}

/** A shared budget knows at least of what was billed. */
function expectCovered(budget: Budget, ledger: Ledger): void {
  const spent = budget.spent();
  expect(spent.calls).toBe(ledger.calls);
  expect(spent.tokens).toBeGreaterThanOrEqual(ledger.tokens - 1e-6);
  expect(spent.usd).toBeGreaterThanOrEqual(ledger.usd - 1e-6);
}
