import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Debate,
  ModelError,
  RostrumError,
  type DebateConfig,
  type DebateEvent,
  type ModelReply,
  type ModelRequest,
  type PartialResult,
} from "../../packages/rostrum/src/index.ts";
import { conductor, cycling } from "../support/conductor.ts";
import { answering } from "../support/panel.ts";
import { sorting } from "../support/prose-panel.ts";

/** Kinds of answers, each with answers that are equal, alike, different and unreadable. */
const KINDS: { answer: DebateConfig["answer"]; compare?: "rules"; said: string[] }[] = [
  { answer: "exact", said: ["a", "a", "b", "A", "c"] },
  { answer: { type: "choice", options: ["yes", "no", "maybe"] }, said: ["yes", "Yes", "no", "x"] },
  // A bare figure equals the same figure with any one unit, so that "same" is not transitive.
  {
    answer: "number",
    said: ["42", "42", "42 minutes", "0.7 hours", "42 days", "43", "many"],
  } as never,
  { answer: { type: "number", tolerance: 0.03 }, said: ["40", "41", "42", "43"] } as never,
  { answer: "math", said: ["1/2", "0.5", "\\frac{2}{4}", "x+1", "1+x"] },
  { answer: "text", compare: "rules", said: ["the sea", "The sea.", "a lake", "42"] },
  {
    answer: { type: "text", similarity: 0.6 },
    compare: "rules",
    said: ["the cold deep sea", "the deep sea", "the sea"],
  },
  { answer: "auto", compare: "rules", said: ["1/2", "0.5", "2/4", "x + x", "2*x", "half"] },
  // A model may still put these together, or find that they are no answer.
  { answer: "text", said: ["the sea", "the ocean", "a lake"] },
  {
    answer: { read: (text: string) => text.at(20) ?? null, same: (a, b) => a === b },
    said: ["a", "b"],
  },
];

const confidence = fc.constantFrom(undefined, 0.1, 0.5, 0.9, 1);
/** What a member does in a round: the place of its answer among those of its kind, or how it fails. */
const fate = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      said: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6),
      confidence,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom("down", "refused", "mumbles", "cut off") },
);
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

const rules = fc.record({
  kind: fc.constantFrom(...KINDS),
  stop: fc.constantFrom<NonNullable<DebateConfig["stop"]>>(
    "agreement",
    "agreement:0.5",
    "agreement:0.6",
    "unanimous",
    "never",
    "stable",
    "stable:2",
    ["stable", "agreement:0.5"],
    ["unanimous", "agreement:0.5"],
    () => false,
  ),
  decide: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom<NonNullable<DebateConfig["decide"]>>(
        "majority",
        { type: "majority", keepLeader: false },
        "weighted",
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<NonNullable<DebateConfig["decide"]>>(
        "central",
        "posterior",
        "judged",
        "ranked",
        ({ votes }) => votes[0]?.debater ?? null,
      ),
    },
  ),
  revise: fc.constantFrom("everyone" as const, "dissenters" as const),
  rounds: fc.nat(2),
  escalateBelow: fc.constantFrom(0, 0.5, 0.7),
  race: fc.constantFrom<Partial<DebateConfig>>(
    { poll: "race" },
    { poll: "race", limits: { patience: 0 } },
    { limits: { patience: 0 } },
  ),
  checked: fc.constantFrom(...Array<false>(9).fill(false), true),
  quorum: fc.constantFrom(1, 2, 2, 3),
  clarify: fc.constantFrom(0, 1),
});
const size = fc.integer({ min: 3, max: 7 });
const fates = fc.array(fc.array(fate, { minLength: 3, maxLength: 3 }), {
  minLength: 7,
  maxLength: 7,
});

interface Held {
  result: PartialResult | undefined;
  events: DebateEvent[];
}

/** Holds one debate; calls come back in the order that `picks` says. */
async function hold(
  {
    kind,
    race: _race,
    checked,
    quorum,
    clarify,
    ...chosen
  }: typeof rules extends fc.Arbitrary<infer T> ? T : never,
  weights: readonly number[],
  members: readonly (readonly Fate[])[],
  picks: readonly number[],
  poll: Partial<DebateConfig>,
): Promise<Held> {
  const { turn, drive } = conductor(cycling(picks));
  const speak = (round: number, seat: number): ModelReply => {
    const what = members[seat]?.[round] as Fate;
    if (what === "down") throw new ModelError(what, { retryable: false });
    if (what === "refused") throw new ModelError(what, { status: 401 });
    if (what === "mumbles") return { text: "It depends.\n\nOn what?" };
    const said = kind.said[(what === "cut off" ? 0 : what.said) % kind.said.length];
    const text = answering(said, what === "cut off" ? undefined : what.confidence);
    return what === "cut off" ? { text, finishReason: "length" } : { text };
  };
  const comparer = sorting((item) => (item.includes("lake") ? "lake" : "sea"));
  const helper = (request: ModelRequest): string =>
    request.role === "ballot"
      ? JSON.stringify({ ranking: (request.items ?? []).map((_, at) => at + 1) })
      : answering(kind.said[1]);
  const events: DebateEvent[] = [];
  const debate = new Debate({
    ...chosen,
    answer: kind.answer,
    compare: kind.compare ?? { model: comparer.model },
    debaters: weights.map((weight, seat) => ({
      weight,
      model: async ({ round, role }: ModelRequest) => {
        if (role === "ballot") return helper({ role, items: ["a"] } as ModelRequest);
        await turn();
        return speak(round, seat);
      },
    })),
    ...(chosen.decide === "judged" ? { judge: helper } : {}),
    ...(checked ? { verify: () => "unknown" as const } : {}),
    ...poll,
    limits: { ...poll.limits, retries: 0, quorum, clarify },
  });
  const running = debate
    .run("How many, yes or no?", { onEvent: (event) => void events.push(event) })
    .catch((error: unknown) => {
      if (error instanceof RostrumError) return error.partial;
      throw error;
    });
  return { result: await drive(running), events };
}

test("where a race says that it is settled, everyone's replies give the same verdict, whatever the late ones are", async () => {
  let settledRaces = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      size,
      fates,
      fates,
      fc.array(fc.constantFrom(1, 1, 1, 2, 5), { minLength: 7, maxLength: 7 }),
      fc.array(fc.nat(6), { minLength: 1, maxLength: 7 }),
      async (chosen, count, said, other, weights, picks) => {
        const heavy = weights.slice(0, count);
        const raced = await hold(chosen, heavy, said, picks, chosen.race);
        const settled = raced.events.find((event) => event.type === "debate.settled");
        if (settled?.type !== "debate.settled") {
          expect(raced.events.some(({ type }) => type === "debate.debater_cancelled")).toBe(false);
          return;
        }
        settledRaces += 1;
        // The same replies, and others of those who were late.
        const changed = said.map((own, seat) =>
          settled.late.includes(`debater_${seat}`)
            ? own.map((what, round) =>
                round < settled.round ? what : (other[seat]?.[round] ?? what),
              )
            : own,
        );
        for (const replies of [said, changed]) {
          const { result } = await hold(chosen, heavy, replies, [0], {});
          // Without revisions the debate ends with round 0, whatever the stop rule would say.
          if (chosen.rounds > 0) {
            expect(result?.stopReason).toBe(raced.result?.stopReason);
            expect(result?.converged).toBe(raced.result?.converged);
          }
          expect(result?.rounds.length).toBe(raced.result?.rounds.length);
          expect(result?.escalateToHuman).toBe(raced.result?.escalateToHuman);
          const row = result?.decision.tally.find(({ debaters }) =>
            debaters.includes(result.winner ?? ""),
          );
          expect(row?.debaters).toEqual(expect.arrayContaining(settled.debaters));
          const own = raced.result?.decision.tally.find(({ debaters }) =>
            debaters.includes(raced.result?.winner ?? ""),
          );
          expect(own?.debaters).toEqual(expect.arrayContaining(settled.debaters));
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(settledRaces).toBeGreaterThan(40);
});
