import type { VNode } from "preact";
import type { RunSummary } from "@rostrum/core/protocol";
import { Icon } from "../../parts/icon.tsx";
import { RunOutcome, RunSupport } from "../../parts/run-facts.tsx";
import { formatAge } from "../../record/format-age.ts";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";

const MAX_QUESTIONS = 5;

interface RecentQuestionsProps {
  runs: readonly RunSummary[];
  ask(run: RunSummary): void;
}

/** Latest questions without repetitions, with their answers and a button to ask again. */
export function RecentQuestions({ runs, ask }: RecentQuestionsProps): VNode | null {
  const latest = new Map<string, RunSummary>();
  for (const run of runs) if (!latest.has(run.question)) latest.set(run.question, run);
  const recentRuns = [...latest.values()].slice(0, MAX_QUESTIONS);
  if (recentRuns.length === 0) return null;
  return (
    <section class="recent">
      <header>
        <h2>Recent questions</h2>
        <a class="small" href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>
          All runs
        </a>
      </header>
      <ul class="card rows">
        {recentRuns.map((run) => (
          <li class="recent-run">
            <a href={debateHref(run.id)}>
              <b class="said">{formatTitle(run.question, 160)}</b>
              <span class="said">
                <RunOutcome run={run} />
              </span>
            </a>
            <RunSupport run={run} />
            <time dateTime={new Date(run.createdAt).toISOString()}>
              {formatAge(run.createdAt, Date.now())}
            </time>
            <button
              type="button"
              class="quiet brief"
              aria-label={`Ask again: ${formatTitle(run.question, 60)}`}
              title="Ask again"
              onClick={() => ask(run)}
            >
              <Icon name="repeat" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
