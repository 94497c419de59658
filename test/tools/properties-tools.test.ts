import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Debate,
  ModelError,
  RostrumError,
  type BudgetLimits,
  type DebateConfig,
  type ModelReply,
  type ModelRequest,
  type PartialResult,
} from "../../packages/rostrum/src/index.ts";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";

/** What providers read of a call, in tokens, on the high side: tools and calls of them too. */
function countInput({ system, messages, tools, responseFormat }: ModelRequest): number {
  const parts = [
    system,
    ...messages.map(({ content }) => content),
    ...messages.map(({ toolCalls }) => (toolCalls ? JSON.stringify(toolCalls) : "")),
    responseFormat ? JSON.stringify(responseFormat) : "",
  ];
  return parts.reduce((sum, part) => sum + estimateTokens(part), tools ? OFFERED : 0);
}

/** About as long as descriptions may be. */
const ABOUT = "looks it up ".repeat(5000);
const OFFERED = estimateTokens(JSON.stringify({ look_up: { description: ABOUT } }));

/** What a model does with a call, again and again: it says something, asks for tools, or fails. */
const FATES = [
  "a",
  "b",
  "mumbles",
  "looks",
  "looks",
  "looks twice",
  "asks at length",
  "floods",
  "asks for another",
  "cut",
  "lost",
] as const;
type Fate = (typeof FATES)[number];

/** Results of every kind of text: prose, tables, other scripts. */
const RESULTS = ["short", "word ".repeat(9000), "1,2;3\n".repeat(9000), "漢字".repeat(9000)];

const SAYS = ["it fails ".repeat(400), "1 2;3".repeat(400), "漢字".repeat(900)];

interface PlannedSeat {
  maxOutputTokens: number;
  toolsInRevisions: boolean;
  maxToolSteps: number;
  tools: boolean;
  fallback: boolean;
}

interface Plan extends Required<Pick<DebateConfig, "rounds" | "evidence" | "show" | "poll">> {
  seats: PlannedSeat[];
  fates: Fate[];
  results: string[];
  retries: number;
  clarify: { clarify?: number };
  verify: "none" | "refutes" | "select";
  report: "none" | "claims" | "memo";
  audit: boolean;
  judge: boolean;
  /** The price of replies. Where they cost nothing, a prompt that was forgotten shows. */
  output: number;
}

const seat: fc.Arbitrary<PlannedSeat> = fc.record({
  maxOutputTokens: fc.constantFrom(20, 200, 2000),
  toolsInRevisions: fc.boolean(),
  maxToolSteps: fc.integer({ min: 1, max: 4 }),
  tools: fc.boolean(),
  fallback: fc.boolean(),
});

const plan: fc.Arbitrary<Plan> = fc.record({
  seats: fc.array(seat, { minLength: 2, maxLength: 3 }),
  fates: fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 9 }),
  results: fc.array(fc.constantFrom(...RESULTS), { minLength: 1, maxLength: 3 }),
  rounds: fc.nat(2),
  retries: fc.nat(2),
  clarify: fc.constantFrom<{ clarify?: number }>({}, { clarify: 0 }, { clarify: 1 }),
  evidence: fc.constantFrom("own" as const, "shared" as const),
  show: fc.constantFrom("latest" as const, "transcript" as const, "digest" as const),
  poll: fc.constantFrom<NonNullable<DebateConfig["poll"]>>("everyone", "race", "lead:2"),
  verify: fc.constantFrom("none" as const, "refutes" as const, "select" as const),
  report: fc.constantFrom("none" as const, "none" as const, "claims" as const, "memo" as const),
  audit: fc.boolean(),
  judge: fc.boolean(),
  output: fc.constantFrom(0, 10),
});

/** What was really used, whatever the debate believes. */
interface Used {
  calls: number;
  tokens: number;
  usd: number;
  toolCalls: number;
}

/** A debate of a plan, and what it uses. */
function prepare(
  { seats, fates, results, output, ...chosen }: Plan,
  budget: BudgetLimits | null = null,
): { debate: Debate; used: Used } {
  const { verify, report, audit, judge, retries, clarify, poll, ...rest } = chosen;
  const used: Used = { calls: 0, tokens: 0, usd: 0, toolCalls: 0 };
  const model = (request: ModelRequest): ModelReply => {
    const fate = fates[used.calls % fates.length] ?? "a";
    const { maxOutputTokens = 0 } = request;
    const inputTokens = countInput(request);
    used.calls += 1;
    used.tokens += inputTokens + maxOutputTokens;
    used.usd += (inputTokens + output * maxOutputTokens) / 1e6;
    const usage = { inputTokens, outputTokens: maxOutputTokens };
    return { ...happen(fate, request, used.calls), usage };
  };
  const tool = {
    description: ABOUT,
    execute: () => results[used.toolCalls++ % results.length],
  };
  const priced = { price: { input: 1, output } };
  const debate = new Debate({
    ...rest,
    ...(budget === null ? {} : { budget }),
    answer: "exact",
    stop: "never",
    debaters: seats.map(({ tools, fallback, ...each }) => ({
      ...each,
      ...priced,
      model,
      ...(fallback ? { fallback: { model, ...priced } } : {}),
      ...(tools ? { tools: { look_up: tool } } : {}),
    })),
    ...(judge ? { judge: { model, ...priced }, decide: "judged" as const } : {}),
    ...(report === "none" ? {} : { report: { type: report, model, ...priced } }),
    ...(audit ? { audit: { model, ...priced } } : {}),
    ...(verify === "none"
      ? { poll }
      : {
          verify: {
            check: () => ({ verdict: "refuted" as const, says: SAYS[rest.rounds] ?? "" }),
            ...(verify === "select" ? { select: true } : {}),
          },
        }),
    limits: { retries, ...clarify },
  });
  return { debate, used };
}

function happen(
  fate: Fate,
  { maxOutputTokens = 0, tools, role }: ModelRequest,
  call: number,
): ModelReply {
  const wants = (count: number, name = "look_up"): ModelReply => ({
    text: "x ".repeat(maxOutputTokens / 8),
    toolCalls: Array.from({ length: count }, () => ({ name, input: { word: "it" } })),
  });
  const answer = { text: `Answer: ${fate}${call}` };
  const mayLook = tools && role === "debater";
  switch (fate) {
    case "lost":
      throw new ModelError("the connection broke", { retryAfterMs: 0 });
    case "cut":
      return { text: "Answer: ".padEnd(maxOutputTokens, "x "), finishReason: "length" };
    case "mumbles":
      return { text: "It depends. On what?".slice(0, maxOutputTokens) };
    case "looks":
      return mayLook ? wants(1) : answer;
    case "looks twice":
      return mayLook ? wants(2) : answer;
    case "asks at length":
      return mayLook
        ? {
            text: "",
            toolCalls: [{ name: "look_up", input: { word: "it ".repeat(maxOutputTokens / 4) } }],
          }
        : answer;
    case "floods":
      return mayLook ? wants(40) : answer;
    case "asks for another":
      return mayLook ? wants(2, "n".repeat(300)) : answer;
    case "a":
    case "b":
      return answer;
  }
}

/** Runs it to whatever end. */
function run(debate: Debate): Promise<PartialResult | undefined> {
  return debate.run("Which one?").catch((error: unknown) => {
    if (!(error instanceof RostrumError)) throw error;
    return error.partial;
  });
}

test("with tools, checks and retries nothing costs more than the plan says", async () => {
  let looked = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (chosen) => {
      const { debate, used } = prepare(chosen);
      const planned = await debate.plan("Which one?");
      const result = await run(debate);
      looked += used.toolCalls;
      expect(result?.usage.calls).toBe(used.calls);
      expect(used.usd).toBeLessThanOrEqual(planned.usd.max ?? 0);
      expect(used.tokens).toBeLessThanOrEqual(planned.tokens.max);
      if (chosen.retries === 0) expect(used.calls).toBeLessThanOrEqual(planned.calls.max);
    }),
    { numRuns: 40 },
  );
  expect(looked).toBeGreaterThan(40);
});

const caps: fc.Arbitrary<BudgetLimits> = fc.record(
  {
    calls: fc.nat(15),
    tokens: fc.nat(200_000),
    usd: fc.nat(300).map((units) => units / 1e3),
    toolCalls: fc.nat(6),
  },
  { requiredKeys: [] },
);

test("with tools, checks and retries no cap is exceeded", async () => {
  let stopped = 0;
  await fc.assert(
    fc.asyncProperty(plan, caps, async (chosen, limits) => {
      const { debate, used } = prepare(chosen, limits);
      const result = await run(debate);
      if (result?.stopReason === "budget") stopped += 1;
      for (const key of Object.keys(limits) as (keyof Used)[])
        expect(used[key], key).toBeLessThanOrEqual((limits[key] ?? 0) + 1e-9);
    }),
    { numRuns: 100 },
  );
  expect(stopped).toBeGreaterThan(8);
});
