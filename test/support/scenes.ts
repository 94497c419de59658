import fc from "fast-check";
import {
  ModelError,
  type DebateConfig,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { answering } from "./panel.ts";

/** Result of one call: a reply, or a permanent error. */
export type Line = ModelReply | { error: string };

type Rules = Omit<DebateConfig, "debaters" | "judge" | "route" | "model">;

/** A debate with everything that its models will say. */
export interface Scene {
  /** `lines[i][r]` is what debater i says in round r. */
  lines: Line[][];
  weights: number[];
  judge: Line | null;
  router: Line | null;
  rules: Rules;
}

const WORDS = [
  "red",
  "Red",
  "blue",
  "green",
  "42",
  "43",
  "41.999999999",
  "yes",
  "no",
  "A",
  "x^2+1",
];

const usage = fc.option(
  fc.record({
    inputTokens: fc.option(fc.nat(5000)),
    outputTokens: fc.option(fc.nat(500)),
    cachedInputTokens: fc.option(fc.nat(100)),
  }),
  { nil: undefined },
);

const words = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...WORDS), fc.constantFrom(0, 0.25, 0.5, 0.9, 1), fc.boolean())
      .map(([answer, confidence, changed]) => answering(answer, confidence, { changed })),
  },
  { weight: 2, arbitrary: fc.constantFrom("", "   ", "{", '{"answer": null}', "I can't say.") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
);

const line: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ text: words, usage }).map((reply) => reply as ModelReply),
  },
  { weight: 1, arbitrary: words.map((text) => ({ text, finishReason: "length" })) },
  { weight: 1, arbitrary: fc.constantFrom({ error: "down" }, { error: "" }) },
);

const stop = fc.constantFrom<NonNullable<DebateConfig["stop"]>>(
  "unanimous",
  "agreement",
  "never",
  "stable",
  { type: "agreement", share: 0.5 },
  { type: "stable", rounds: 2 },
  ["stable", "unanimous"],
  ({ round }) => round === 1 && "second thoughts",
);

const see = fc.constantFrom<NonNullable<DebateConfig["see"]>>(
  "all",
  "ring",
  { type: "star", i: 1 },
  "sample",
  { type: "sample", k: 2 },
  ({ viewer, size }) => [(viewer + 1) % size],
);

const rules: fc.Arbitrary<Rules> = fc.record(
  {
    rounds: fc.integer({ min: 0, max: 3 }),
    stop,
    see,
    show: fc.constantFrom("latest", "transcript", "digest"),
    revise: fc.constantFrom("everyone", "dissenters"),
    anonymous: fc.boolean(),
    prompts: fc.constantFrom("classic", "critique", "revision"),
    answer: fc.constantFrom("auto", "text", "exact", "choice", "math"),
    escalateBelow: fc.constantFrom(0, 0.5, 1),
    poll: fc.constantFrom<NonNullable<DebateConfig["poll"]>>("everyone", ({ asked, size }) =>
      asked.length < size - 1 ? [asked.length] : [],
    ),
    seed: fc.nat(1000),
  },
  { requiredKeys: ["rounds"] },
);

const decide = fc.constantFrom<NonNullable<DebateConfig["decide"]>>(
  "majority",
  "weighted",
  "central",
  ({ votes }) => votes.at(-1)?.debater ?? null,
);
const judged = fc.constantFrom<NonNullable<DebateConfig["decide"]>>(
  "judged",
  { type: "judged", mode: "pick" },
  { type: "judged", always: true },
  { type: "judged", mode: "pick", always: true },
);
const verdict: fc.Arbitrary<Line> = fc.oneof(
  line,
  fc.constantFrom({ text: "Debater A: well argued" }, { text: "debater_1: well argued" }),
);

/** Any panel, any rules, any replies. */
export const scenes: fc.Arbitrary<Scene> = fc
  .tuple(fc.integer({ min: 2, max: 5 }), rules, fc.option(verdict), fc.option(line, { freq: 4 }))
  .chain(([size, chosen, judge, router]) =>
    fc.record({
      lines: fc.array(fc.array(line, { minLength: 4, maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      }),
      weights: fc.array(fc.constantFrom(0.5, 1, 5), { minLength: size, maxLength: size }),
      judge: fc.constant(judge),
      router: fc.constant(router),
      rules: (judge === null ? decide : judged)
        .chain((decision) =>
          fc.record({
            decide: fc.constant(decision),
            budget: fc.option(
              fc.nat(16).map((calls) => ({ calls })),
              { nil: undefined, freq: 3 },
            ),
            limits: fc.record({
              retries: fc.constant(0),
              quorum: fc.constantFrom(1, 2),
              concurrency: fc.constantFrom(undefined, 1, 2),
            }),
          }),
        )
        .map((more) => ({ ...chosen, ...more })),
    }),
  );

/** The config of a scene. Every call first waits for its turn, and is reported. */
export function configOf(
  { lines, weights, judge, router, rules: chosen }: Scene,
  turn: () => Promise<void> = async () => undefined,
  onRequest: (request: ModelRequest) => void = () => undefined,
): DebateConfig {
  const speaking = (said: (request: ModelRequest) => Line) => async (request: ModelRequest) => {
    onRequest(request);
    await turn();
    const reply = said(request);
    if ("error" in reply) throw new ModelError(reply.error, { retryable: false });
    return reply;
  };
  return {
    ...chosen,
    debaters: lines.map((list, index) => ({
      model: speaking(({ round }) => list[round] ?? { text: "red" }),
      weight: weights[index] ?? 1,
      price: { input: 1, output: 4 },
    })),
    ...(judge === null
      ? {}
      : { judge: { model: speaking(() => judge), price: { input: 2, output: 8 } } }),
    ...(router === null
      ? {}
      : { route: { type: "confident" as const, threshold: 0.5, model: speaking(() => router) } }),
  };
}
