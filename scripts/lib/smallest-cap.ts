import type * as rostrum from "rostrum";
import type { BudgetExceededError, DebateConfig } from "rostrum";
import { calibrate } from "../../packages/eval/src/index.ts";
import { randomPlanned } from "./costly-debates.ts";
import { drawing } from "./random-debates.ts";

type Library = Pick<
  typeof rostrum,
  "Debate" | "BudgetExceededError" | "ModelError" | "RostrumError"
>;

/** The later a member's place, the more often it is right, so that a poll doesn't ask in panel order. */
const rows = Array.from({ length: 60 }, (_, row) => ({
  gold: String(row),
  replies: Object.fromEntries(
    [2, 3, 5, 9, 20].map((right, seat) => [
      `debater_${seat}`,
      `Answer: ${row % right === 0 ? 5000 + row : row}`,
    ]),
  ),
}));
const sequential = { type: "sequential", calibration: calibrate(rows) };
const CALIBRATED = { poll: sequential, decide: undefined, verify: undefined };
/** Rules in addition to those of the random debates. */
const CHANGES: object[] = [
  {},
  {},
  {},
  { decide: "weighted" },
  { route: "confident" },
  { route: () => "single_agent" },
  CALIBRATED,
  { ...CALIBRATED, poll: { ...sequential, first: 1 }, route: "confident" },
  { ...CALIBRATED, stakes: { wrong: 1 } },
  { ...CALIBRATED, stakes: { wrong: 1, person: 0.5 } },
];

/**
 * Runs a random debate under a tiny cap, under the smallest cap that its refusal names, under a larger one, and with
 * one unit less. Only the first and the last may be refused, before anything is paid. Returns what went wrong, or
 * `null`.
 */
export async function checkSmallestCap(seed: number, library: Library): Promise<string | null> {
  const { pick, chance } = drawing(seed);
  const change = pick(CHANGES);
  const unit = chance(0.5) ? "usd" : "tokens";
  const more = pick([1.02, 1.2, 1.7, 3, 8]);
  const step = unit === "usd" ? 1e-6 : 1;

  async function findRefusal(
    cap: number,
  ): Promise<{ refusal: BudgetExceededError | null; problem: string | null }> {
    const { config, question, used } = randomPlanned(seed, library.ModelError);
    // Reviews, drafts and sides have no such rules.
    const isVoted = "decide" in config;
    const capped = { ...config, ...(isVoted ? change : {}), budget: { [unit]: cap } };
    const error: unknown = await new library.Debate(capped as DebateConfig<never>)
      .run(question)
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    if (error !== null && !(error instanceof library.RostrumError)) throw error;
    const refusal = error instanceof library.BudgetExceededError ? error : null;
    const about = `under ${cap} ${unit}, `;
    const problem =
      used[unit] > cap + 1e-9
        ? `${about}it used ${used[unit]}`
        : refusal !== null && used.calls > 0
          ? `${about}it is refused after ${used.calls} calls: ${refusal.message}`
          : null;
    return { refusal, problem };
  }

  const first = await findRefusal(step);
  if (first.problem !== null || first.refusal === null) return first.problem;
  const { smallestCap } = first.refusal.shortage;
  if (smallestCap === undefined) return `no smallest cap: ${first.refusal.message}`;
  for (const cap of [
    smallestCap,
    unit === "usd" ? smallestCap * more : Math.ceil(smallestCap * more),
  ]) {
    const { refusal, problem } = await findRefusal(cap);
    if (problem !== null) return problem;
    if (refusal !== null)
      return `${smallestCap} ${unit} is not enough, under ${cap}: ${refusal.message}`;
  }
  const less = await findRefusal(smallestCap - step);
  if (less.problem !== null) return less.problem;
  return less.refusal?.shortage.smallestCap === smallestCap
    ? null
    : `${smallestCap} ${unit} is not the smallest: ${less.refusal?.message ?? "it runs with less"}`;
}
