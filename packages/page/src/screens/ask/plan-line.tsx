import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  formatMoney,
  formatNumber,
  formatPlannedCalls,
  formatPlannedCost,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { Asking, ContextDocument } from "../../api/asking.ts";
import { planDebate, type Plan } from "../../api/endpoints.ts";
import { removeOptions } from "../../record/plain-words.ts";
import { describePlanRefusal, describeRefusal, findUnreadable } from "./describe-refusal.ts";

const PAUSE_MS = 300;

/** Plan of a question, or the problem with it. All fields are null until the server has answered. */
export interface Planning {
  plan: Plan | null;
  problem: string | null;
  /** Document that the server can't read. */
  unreadable: ContextDocument | null;
}

const UNPLANNED: Planning = { plan: null, problem: null, unreadable: null };

/** Plans a question whenever it changes. Calls no model. */
export function usePlan(asking: Asking | null): Planning {
  const [planning, setPlanning] = useState<Planning>(UNPLANNED);
  const key = asking && JSON.stringify(asking);
  useEffect(() => {
    if (!asking) return undefined;
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const next = await requestPlan(asking, leaving.signal);
      if (!leaving.signal.aborted) setPlanning(next);
    };
    // The first plan loads at once. While the user types, planning waits for a pause.
    const timer = setTimeout(() => void ask(), planning === UNPLANNED ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  return asking ? planning : UNPLANNED;
}

async function requestPlan(asking: Asking, signal: AbortSignal): Promise<Planning> {
  try {
    const plan = await planDebate(asking, signal);
    return { plan, problem: describePlanRefusal(plan), unreadable: null };
  } catch (thrown) {
    const unreadable = findUnreadable(thrown, asking);
    return { plan: null, problem: await describeRefusal(thrown, asking), unreadable };
  }
}

/** "about $0.04, at most $0.60" */
export function PlanCost({ plan }: { plan: Plan | null }): VNode {
  const [typical = "", max] = plan ? formatPlannedCost(plan.usd).split(", ") : [];
  return (
    <span class="plan-cost">
      {typical}
      {max !== undefined && <span class="plan-max">, {max}</span>}
    </span>
  );
}

/** Calls, tokens, problems and warnings of a plan. Reserves the height of one line. */
export function PlanDetails({ plan, problem }: Omit<Planning, "unreadable">): VNode {
  const warnings = problem === null ? (plan?.warnings ?? []) : [];
  return (
    <div class="plan" role="status">
      {problem === null ? (
        <p class="plan-calls">
          {plan?.usd.max ? (
            <span class="plan-max">{`at most ${formatMoney(plan.usd.max)} · `}</span>
          ) : null}
          {plan ? formatPlannedCalls(plan.calls) : " "}
          {plan && (
            <span class="plan-tokens">{` · about ${formatNumber(plan.tokens.typical)} tokens`}</span>
          )}
        </p>
      ) : (
        <p class="small-problem">{escapeInvisible(problem)}</p>
      )}
      {warnings.map((warning) => (
        <p>{escapeInvisible(removeOptions(warning))}</p>
      ))}
    </div>
  );
}
