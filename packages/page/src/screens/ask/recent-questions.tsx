import type { VNode } from "preact";
import { formatMoment } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { Icon } from "../../parts/icon.tsx";
import { RunAnswer } from "../../parts/run-answer.tsx";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";

const SHOWN = 6;

interface RecentQuestionsProps {
  runs: readonly RunSummary[];
  ask(run: RunSummary): void;
}

/** Recent questions, with their answers and a button to ask them again. */
export function RecentQuestions({ runs, ask }: RecentQuestionsProps): VNode | null {
  const latest = new Map<string, RunSummary>();
  for (const run of runs) if (!latest.has(run.question)) latest.set(run.question, run);
  const shown = [...latest.values()].slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <aside class="recent" aria-label="Asked recently">
      <header>
        <h2>Asked recently</h2>
        <a class="small" href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>
          All runs
        </a>
      </header>
      <ul>
        {shown.map((run) => (
          <li>
            <a class="said" href={debateHref(run.id)}>
              {formatTitle(run.question, 110)}
            </a>
            <p class="dim small">
              {run.answer !== null && (
                <span class="recent-answer">
                  <RunAnswer answer={run.answer} longest={90} />
                </span>
              )}
              <span>
                {run.panelName !== undefined && <span class="said">{run.panelName} · </span>}
                {formatMoment(run.createdAt)}
              </span>
            </p>
            <button type="button" class="quiet" onClick={() => ask(run)}>
              <Icon name="repeat" />
              Ask again
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
