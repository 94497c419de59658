import type { VNode } from "preact";
import { visible } from "../../../../rostrum/src/visible.ts";
import { debateHref } from "../../../../viewer/src/route/route.ts";
import { allRuns } from "../../runs/runs.ts";
import { useRuns } from "../../runs/use-runs.ts";

/** The debates of this tab. */
export function EarlierRuns(): VNode | null {
  useRuns();
  const runs = allRuns();
  if (runs.length === 0) return null;
  return (
    <section class="play-earlier">
      <h2>Debates in this tab</h2>
      <ul>
        {runs.map(({ id, moment, busy }) => (
          <li>
            <a href={debateHref(id)}>{visible(moment?.record.result.question ?? id)}</a>{" "}
            <span class="dim small">
              {busy ? "running" : outcome(moment?.record.result.answer)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const outcome = (answer: unknown): string =>
  answer === null || answer === undefined ? "no answer" : visible(String(answer));
