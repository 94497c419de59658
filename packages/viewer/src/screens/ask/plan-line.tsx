import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { visible } from "../../../../rostrum/src/visible.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { planDebate, type Asking, type Plan } from "../../api/endpoints.ts";

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
        if (!leaving.signal.aborted) setError(sentenceOf(thrown));
      }
    };
    // The first plan is loaded at once; while the user types, it waits for a pause.
    const timer = setTimeout(() => void ask(), plan === null ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  return (
    <div class="plan" role="status">
      <p class={error ? "small-problem" : "plan-sentence"}>{error ?? plan?.sentence ?? " "}</p>
      {plan?.warnings.map((warning) => (
        <p class="dim small">{visible(warning)}</p>
      ))}
    </div>
  );
}
