import {
  council,
  Debate,
  editorial,
  judged,
  ModelError,
  never,
  ranked,
  type DebateConfig,
  type Journal,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { askProvider } from "./ask-provider.ts";

/** The debates of the crash journey: several shapes, so that every kind of step is killed somewhere. */
export const SHAPES: Record<string, Partial<DebateConfig>> = {
  plain: { rounds: 2, revise: "everyone", stop: never() },
  judged: { rounds: 1, stop: never(), decide: judged({ always: true }) },
  routed: { rounds: 1, route: { type: "confident", threshold: 0.99 } },
  dissenters: { rounds: 2, revise: "dissenters", show: "transcript" },
  ranked: { rounds: 1, stop: never(), decide: ranked() },
  council: { ...council },
  sides: { rounds: 1, sides: { answers: ["11", "12", "13"], swap: true } },
  turns: { rounds: 1, sides: { answers: "leaders", turns: "alternate" } },
  findings: { answer: "findings" as never },
  draft: { ...editorial },
  memo: { rounds: 2, stop: never(), crux: true, report: "memo" },
};

type Capped = Partial<DebateConfig> & { budget: { calls: number } };

/** Debates under a cap on calls, with retries: tight, roomy, with every role. */
const NARROW: Record<string, Capped> = {
  tight: { rounds: 2, stop: never(), budget: { calls: 9 }, limits: { retries: 2 } },
  roomy: { rounds: 2, stop: never(), budget: { calls: 24 }, limits: { retries: 2 } },
  both: {
    rounds: 1,
    stop: never(),
    decide: judged({ always: true, bothOrders: true }),
    budget: { calls: 16 },
    limits: { retries: 2 },
  },
  router: {
    rounds: 1,
    stop: never(),
    route: { type: "confident", threshold: 0.99 },
    budget: { calls: 16 },
    limits: { retries: 1, concurrency: 2 },
  },
};

/** Room for every call that a few kills waste: such a debate ends as if nobody had killed it. */
const WIDE_CALLS = 90;

/** Each of them twice: under a cap that kills may use up, and under one that they don't. */
export const CAPPED: Record<string, Capped> = {
  ...NARROW,
  ...Object.fromEntries(
    Object.entries(NARROW).map(([name, shape]) => [
      `wide_${name}`,
      { ...shape, budget: { calls: WIDE_CALLS } },
    ]),
  ),
};

export function questionFor(id: string): string {
  return `How many stones lie in basket ${id}?`;
}

/** `id` is `{shape}.{number}`. */
export function debateFor(id: string, url: string, journal?: Journal, capped = true): Debate {
  const name = id.split(".")[0] ?? "";
  const found = SHAPES[name] ?? CAPPED[name];
  if (!found) throw new Error(`no such shape: ${id}`);
  const { budget, ...shape } = found;
  const model = providerAt(url);
  return new Debate({
    debaters: [
      { name: "ann", model },
      { name: "bob", model },
      { name: "cleo", model },
    ],
    ...(shape.decide || shape.sides || name === "draft" ? { judge: { model } } : {}),
    limits: { retries: 0 },
    ...shape,
    ...(name === "memo" ? { crux: { model }, report: { type: "memo", model } } : {}),
    ...(budget && capped ? { budget } : {}),
    ...(journal ? { journal } : {}),
  });
}

/** Every call is a request that the provider bills. */
export function providerAt(url: string): ModelFunction {
  return async function provider({ stepId, role, debater, round, system, messages, signal }) {
    const body = JSON.stringify({ stepId, role, debater, round, system, messages });
    const { status, reply } = await askProvider(url, body, signal);
    if (status === 200) return reply;
    throw new ModelError(`the provider answered ${status}`, { status, retryAfterMs: 0 });
  };
}
