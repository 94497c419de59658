import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatNumber, formatPlannedCalls, formatPlannedCost } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { Asking } from "../../api/asking.ts";
import { planDebate, type Plan } from "../../api/endpoints.ts";
import { removeOptions } from "../../record/plain-words.ts";
import { describePlanRefusal, describeRefusal } from "./describe-refusal.ts";

const PAUSE_MS = 300;

/** What the debate may cost, before it starts. Its space is reserved before it is known. */
export function PlanLine({ asking }: { asking: Asking | null }): VNode {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [error, setError] = useState<string | null>(null);
  const key = asking && JSON.stringify(asking);
  useEffect(() => {
    if (!asking) return undefined;
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        setPlan(await planDebate(asking, leaving.signal));
        setError(null);
      } catch (thrown) {
        if (!leaving.signal.aborted) setError(describeRefusal(thrown, asking));
      }
    };
    // The first plan is loaded at once; while the user types, it waits for a pause.
    const timer = setTimeout(() => void ask(), plan === null ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  const known = asking && error === null ? plan : null;
  const refusal = known && describePlanRefusal(known);
  // With warnings it may have to be scrolled, also by keyboard.
  const scrolled = known !== null && known.warnings.length > 0 ? { tabIndex: 0 } : {};
  return (
    <div class="plan" role="status" {...scrolled}>
      {error !== null && asking ? (
        <p class="small-problem">{error}</p>
      ) : (
        <>
          <dl class="plan-figures">
            <PlanFigure name="Cost">{known ? formatPlannedCost(known.usd) : " "}</PlanFigure>
            <PlanFigure name="Calls">{known ? formatPlannedCalls(known.calls) : " "}</PlanFigure>
            <PlanFigure name="Tokens">{known ? describeTokens(known) : " "}</PlanFigure>
          </dl>
          <p class="plan-sentence dim small">{known?.sentence ?? " "}</p>
        </>
      )}
      {refusal !== null && <p class="small-problem">{escapeInvisible(refusal)}</p>}
      {known?.warnings.map((warning) => (
        <p class="dim small">{escapeInvisible(removeOptions(warning))}</p>
      ))}
    </div>
  );
}

function PlanFigure({ name, children }: { name: string; children: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeTokens({ tokens: { typical, max } }: Plan): string {
  return `about ${formatNumber(typical)}, at most ${formatNumber(max)}`;
}
