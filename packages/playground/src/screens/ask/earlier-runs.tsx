import type { VNode } from "preact";
import { formatAnswer } from "@rostrum/core/export";
import { describeRunAnswer, debateHref, formatTitle } from "@rostrum/page";
import { Guarded } from "../../parts/guarded.tsx";
import { listRuns, type Run } from "../../runs/runs.ts";
import { useRuns } from "../../runs/use-runs.ts";

/** Debates of this tab. */
export function EarlierRuns(): VNode | null {
  useRuns();
  const runs = listRuns();
  if (runs.length === 0) return null;
  return (
    <section class="play-earlier">
      <h2>Debates in this tab</h2>
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <Guarded>
              <EarlierRun run={run} />
            </Guarded>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierRun({ run: { id, snapshot, busy } }: { run: Run }): VNode {
  const result = snapshot?.record.result;
  const answer = formatAnswer(result?.answer, result?.unit);
  return (
    <>
      <a href={debateHref(id)}>{formatTitle(result?.question ?? id, 120)}</a>{" "}
      <span class="dim small">
        {busy ? "running" : describeRunAnswer(answer, 60) || "no answer"}
      </span>
    </>
  );
}
