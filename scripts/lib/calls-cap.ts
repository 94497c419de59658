import type * as rostrum from "rostrum";
import type { Integrity } from "rostrum";
import { randomPlanned } from "./costly-debates.ts";
import { drawing } from "./random-debates.ts";

type Library = Pick<
  typeof rostrum,
  "Debate" | "BudgetExceededError" | "ModelError" | "RostrumError"
>;

/**
 * Plans and runs a random debate under a random cap on calls. The plan must say whether the run is refused, name a cap
 * that is enough, and count no more calls than the cap allows. Returns what went wrong, or `null`.
 */
export async function checkCallsCap(seed: number, library: Library): Promise<string | null> {
  const { pick } = drawing(seed);
  const drawn = pick([1, 2, 3, 4, 5, 6, 8, 10, 14]);
  const run = async (calls: number): Promise<{ problem: string | null; smallest?: number }> => {
    const { config, question, used } = randomPlanned(seed, library.ModelError);
    const debate = new library.Debate({ ...config, budget: { calls } });
    const plan = await debate.plan(question);
    const outcome: unknown = await debate.run(question).catch((thrown: unknown) => thrown);
    const error = outcome instanceof Error ? outcome : null;
    if (error !== null && !(error instanceof library.RostrumError)) throw error;
    const isRefused = error instanceof library.BudgetExceededError && used.calls === 0;
    const { min, typical, max } = plan.calls;
    const about = `with ${calls} calls, `;
    if (isRefused !== (plan.shortage !== undefined))
      return {
        problem: `${about}the plan says ${JSON.stringify(plan.shortage)}, the run ${error?.message ?? "ends"}`,
      };
    if (min > typical || typical > max || max > calls)
      return { problem: `${about}the plan says ${min}, ${typical}, ${max}` };
    if ((config.limits?.retries ?? 0) === 0 && used.calls > max) {
      return { problem: `${about}it made ${used.calls}, planned ${max}` };
    }
    // Retries and replies that can't be read take calls from what comes later.
    const isWhole = error === null && !(outcome as { integrity: Integrity }).integrity.degraded;
    if (isWhole && used.calls < min)
      return { problem: `${about}it made ${used.calls}, planned at least ${min}` };
    const smallest = plan.shortage?.smallestCap;
    return { problem: null, ...(smallest === undefined ? {} : { smallest }) };
  };
  const { problem, smallest } = await run(drawn);
  if (problem !== null || smallest === undefined) return problem;
  const again = await run(smallest);
  if (again.problem === null && again.smallest !== undefined)
    return `${smallest} calls are not enough`;
  return again.problem;
}
