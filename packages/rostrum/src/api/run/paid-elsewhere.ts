import { reserveIn } from "../../debate/reserve.ts";
import type { Hold } from "../../protocol/budget.ts";
import { addSpend, chargedCost } from "../../protocol/spend.ts";
import type { Step } from "../../protocol/step.ts";

/**
 * Calls that another process makes are paid from this run's budget. That process can't reserve more when it
 * retries. So retries are reserved in advance, as far as the budget allows, and the call says how many
 * attempts it may make.
 */
export function paidElsewhere(step: Step, hold: Hold | null, retries: number): Step {
  return async (call) => {
    const { worst, worstDoubled, fallback } = call;
    // A fallback is asked as often as the model before it.
    const most = fallback === null ? retries : 2 * retries + 1;
    if (hold === null || worst === null) return step(call);
    let held = worst;
    let attempts = 1;
    while (attempts <= most && (await reserveIn(hold, worst)) === null) {
      attempts += 1;
      held = addSpend(held, worst);
    }
    const outcome = await step({ ...call, attempts });
    hold.settle(held, chargedCost({ worst, worstDoubled }, outcome));
    return outcome;
  };
}
