import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BudgetExceededError,
  Debate,
  ModelError,
  RostrumError,
  type DebateConfig,
  type Debater,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { randomPlanned } from "../../scripts/lib/costly-debates.ts";
import { checkSmallestCap } from "../../scripts/lib/smallest-cap.ts";
import { answering } from "../support/panel.ts";

const CLARIFY = fc.constantFrom<{ clarify?: number }>({}, { clarify: 0 }, { clarify: 1 });

type Rules = Partial<
  Pick<DebateConfig, "stop" | "decide" | "poll" | "revise" | "show" | "see" | "rounds" | "prompts">
>;

const stop = fc.constantFrom<NonNullable<DebateConfig["stop"]>>(
  "never",
  "agreement",
  "unanimous",
  "stable",
  () => false,
);
const judged = fc
  .record({
    mode: fc.constantFrom("synthesize" as const, "pick" as const),
    always: fc.boolean(),
    bothOrders: fc.boolean(),
    structured: fc.boolean(),
  })
  .map((rule) => ({ type: "judged" as const, ...rule }));
const ranked = fc
  .record({
    count: fc.constantFrom("borda" as const, "copeland" as const, "approval" as const),
    always: fc.boolean(),
    chairman: fc.boolean(),
  })
  .map((rule) => ({ type: "ranked" as const, ...rule }));
const decide = fc.oneof(
  judged,
  ranked,
  fc.constantFrom<NonNullable<DebateConfig["decide"]>>("majority", "weighted", "central"),
);
const rules: fc.Arbitrary<Rules> = fc.record({
  stop,
  decide,
  poll: fc.constantFrom<NonNullable<DebateConfig["poll"]>>(
    "everyone",
    "race",
    { type: "sequential", first: 1 },
    "lead:2",
    { type: "lead", max: 3 },
    ({ asked, size }) =>
      asked.length === 0 ? [0] : asked.length === 1 ? [1, 2].filter((index) => index < size) : [],
  ),
  revise: fc.constantFrom("everyone" as const, "dissenters" as const),
  show: fc.constantFrom("latest" as const, "transcript" as const, "digest" as const),
  see: fc.constantFrom("all" as const, "ring" as const),
  rounds: fc.nat(3),
  prompts: fc.constantFrom("classic" as const, "critique" as const, "revision" as const),
});
/** Who is asked about the positions; the model is the panel's. */
const inquiries = fc.record({
  crux: fc.boolean(),
  report: fc.constantFrom("none" as const, "claims" as const, "memo" as const),
});
const panel = fc.record({
  members: fc.array(fc.boolean(), { minLength: 3, maxLength: 4 }),
  judgeFallback: fc.boolean(),
  router: fc.constantFrom(
    "none" as const,
    "confident" as const,
    "own" as const,
    "function" as const,
  ),
  /** What each call does, again and again. */
  fates: fc.array(fc.constantFrom("a", "b", "c", "down", "refused", "mumbles"), {
    minLength: 1,
    maxLength: 9,
  }),
  /** Answers in prose are compared by a model. */
  prose: fc.boolean(),
  bothOrders: fc.boolean(),
  clarify: CLARIFY,
});

test("without retries no debate makes more calls than its plan says, nor fewer than the least", async () => {
  await fc.assert(
    fc.asyncProperty(
      rules,
      panel,
      inquiries,
      async (chosen, { members, judgeFallback, router, fates, ...more }, { crux, report }) => {
        let calls = 0;
        let failed = false;
        const model = ({ role, items = [] }: ModelRequest): ModelReply => {
          const fate = fates[calls % fates.length] ?? "a";
          calls += 1;
          if (fate === "down" || fate === "refused") {
            failed = true;
            throw new ModelError(fate, fate === "refused" ? { status: 401 } : { retryAfterMs: 0 });
          }
          if (fate === "mumbles") {
            // A panel of which nothing can be read ends early, too.
            failed = true;
            return { text: "It depends.\n\nOn what?" };
          }
          const numbers = items.map((_, at) => at + 1);
          const groups = numbers.map((number) => ({ items: [number], label: "" }));
          const sorted = fate === "b" ? { groups, ranking: numbers } : {};
          return { text: answering(fate, role === "router" ? 0.5 : 0.9, sorted) };
        };
        const seat = (fallback: boolean): Debater => ({
          model,
          ...(fallback ? { fallback: model } : {}),
        });
        const debate = new Debate({
          ...chosen,
          debaters: members.map(seat),
          judge: seat(judgeFallback),
          crux: crux ? { model } : false,
          report: report === "none" ? report : { type: report, model },
          ...(router === "none"
            ? {}
            : {
                route:
                  router === "function"
                    ? () => "single_agent" as const
                    : { type: "confident" as const, ...(router === "own" ? { model } : {}) },
              }),
          answer: more.prose ? "text" : "exact",
          compare: more.prose ? { model, bothOrders: more.bothOrders } : "rules",
          limits: { retries: 0, ...more.clarify },
        });
        const plan = await debate.plan("Which one?");
        const result = await debate.run("Which one?").catch((error: unknown) => {
          if (!(error instanceof RostrumError)) throw error;
          return error.partial;
        });
        expect(calls).toBeLessThanOrEqual(plan.calls.max);
        expect(result?.usage.calls).toBe(calls);
        if (!failed) expect(calls).toBeGreaterThanOrEqual(plan.calls.min);
      },
    ),
    { numRuns: 30 },
  );
});

const protocol = fc.oneof(
  fc.record({
    sides: fc.oneof(
      fc.constantFrom<NonNullable<DebateConfig["sides"]>>("leaders", ["a", "b", "c"]),
      fc.record({
        answers: fc.constantFrom("leaders" as const, ["a", "b", "b"]),
        turns: fc.constantFrom("together" as const, "alternate" as const),
        swap: fc.boolean(),
        consultancy: fc.boolean(),
      }),
    ),
    rounds: fc.integer({ min: 1, max: 2 }),
  }),
  fc.constant({ answer: "findings" as never }),
  fc.record({ answer: fc.constant("draft" as const), rounds: fc.constantFrom(0, 2, 4) }),
);

test("with sides and in reviews no debate makes more calls than its plan says, nor fewer than the least", async () => {
  const fates = fc.array(fc.constantFrom("a", "b", "c", "down", "refused", "mumbles"), {
    minLength: 1,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(protocol, fates, CLARIFY, async (chosen, said, clarify) => {
      let calls = 0;
      let failed = false;
      const model = (): ModelReply => {
        const fate = said[calls % said.length] ?? "a";
        calls += 1;
        if (fate === "down" || fate === "refused") {
          failed = true;
          throw new ModelError(fate, fate === "refused" ? { status: 401 } : { retryAfterMs: 0 });
        }
        if (fate === "mumbles") {
          failed = true;
          return { text: "It depends.\n\nOn what?" };
        }
        const findings = [{ claim: `the ${fate} is wrong`, severity: "low", quote: "Which one" }];
        return { text: answering(fate, 0.9, { findings, critique: [] }) };
      };
      const config = {
        answer: "exact" as const,
        ...chosen,
        debaters: [model, model, model],
        judge: model,
        limits: { retries: 0, ...clarify },
      };
      const debate = new Debate(config);
      const plan = await debate.plan("Which one?");
      const result = await debate.run("Which one?").catch((error: unknown) => {
        if (!(error instanceof RostrumError)) throw error;
        return error.partial;
      });
      expect(calls).toBeLessThanOrEqual(plan.calls.max);
      expect(result?.usage.calls).toBe(calls);
      if (!failed) expect(calls).toBeGreaterThanOrEqual(plan.calls.min);
    }),
    { numRuns: 25 },
  );
});

test("no debate takes more than its plan says, whatever is cut off, unreadable, lost or looked up", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), async (seed) => {
      const { config, question, used } = randomPlanned(seed, ModelError);
      const debate = new Debate(config);
      const plan = await debate.plan(question);
      await debate.run(question).catch((error: unknown) => {
        if (!(error instanceof RostrumError)) throw error;
      });
      expect(used.tokens).toBeLessThanOrEqual(plan.tokens.max);
      expect(used.usd).toBeLessThanOrEqual((plan.usd.max ?? 0) + 1e-9);
      expect(plan.calls.min).toBeLessThanOrEqual(plan.calls.typical);
      expect(plan.calls.typical).toBeLessThanOrEqual(plan.calls.max);
      expect(plan.tokens.typical).toBeLessThanOrEqual(plan.tokens.max);
      expect(plan.usd.typical ?? 0).toBeLessThanOrEqual(plan.usd.max ?? 0);
    }),
    { numRuns: 30 },
  );
});

test("the cap that a refusal names is the smallest one under which a debate runs, whatever its rules, helpers and replies", async () => {
  const library = { Debate, ModelError, RostrumError, BudgetExceededError };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), async (seed) => {
      expect(await checkSmallestCap(seed, library)).toBeNull();
    }),
    // The same seeds shrink to nothing simpler.
    { numRuns: 50, endOnFailure: true },
  );
});
